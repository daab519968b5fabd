// Every sample of the documentation is run against a sandbox: those of the API reference one by one in each language,
// those of a guide from the top of the page to its end.

import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draft, must } from "../../server/test/catalog.ts";
import { atScale } from "../../server/test/faults/scale.ts";
import { addFetchingStore, submittedRelease } from "../../server/test/fetching-store.ts";
import { createWorld, type Member, type World } from "../../server/test/world.ts";
import { operationsOf } from "../site/description.ts";
import { allPages, readDescription } from "../site/pages.ts";
import { type Sample, samplesOf } from "../site/samples.ts";
import {
  hasHttpx,
  hasPython,
  readerFolder,
  repository,
  run,
  runCurl,
  runPython,
  runTypeScript,
  type SampleAnswer,
  typeCheck,
} from "./samples.ts";

// Hundreds of programs are started: on a machine that has much else to do they take minutes.
const WITHIN_MS = 600_000;

let world: World;
let env: Record<string, string>;
let readers: Record<Sample["label"], Awaited<ReturnType<typeof reader>>>;
const folder = readerFolder();
const operations = operationsOf(readDescription(repository));
// Operations that delete come last, so that the others find their resources.
const inOrder = [...operations].sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));
const pages = allPages(repository);

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
  env = {
    SEGUE_URL: world.url,
    SEGUE_OPERATOR_KEY: String(world.operator.key),
    SEGUE_STORE_KEY: String((await addFetchingStore(world, "store_fetching")).key),
    CLIENT_ID: "",
    CLIENT_SECRET: "",
    SEGUE_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString("base64")}`,
  };
  const { text } = await must(world.label, `GET /v1/releases/${await submittedRelease(world)}/ern`);
  writeFileSync(join(folder, "message.xml"), text);
  readers = { curl: await reader(), TypeScript: await reader(), Python: await reader() };
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As a partner makes one in the sandbox. */
async function completeRelease(by: Member): Promise<{ id: string; audio: string; track: string }> {
  const { id } = (await must(by, "POST /v1/releases", draft)).body;
  const audio = (await must(by, "POST /v1/sandbox/assets", { type: "audio" })).body.id;
  const artwork = (await must(by, "POST /v1/sandbox/assets", { type: "artwork" })).body.id;
  const given = { release_id: id, title: draft.title, audio_asset_id: audio };
  const track = (await must(by, "POST /v1/tracks", given)).body.id;
  await must(by, `PATCH /v1/releases/${id}`, { artwork_asset_id: artwork });
  return { id, audio, track };
}

/** An organization with one of everything, and the ids of the examples in place of its own. */
async function reader(): Promise<{ variables: Record<string, string>; withRealIds: (code: string) => string }> {
  const member = await world.organization();
  const release = await completeRelease(member);
  const { audio, track } = await completeRelease(member);
  await must(member, `POST /v1/releases/${release.id}/submit`);
  const order = { release_id: release.id, store_ids: ["store_auralis"], territory_codes: ["WORLDWIDE"] };
  const ids: Record<string, string> = {
    rel: release.id,
    trk: track,
    ast: audio,
    dlv: (await must(member, "POST /v1/deliveries", order)).body.id,
    sub: (await must(member, "GET /v1/submissions")).body.data[0].submission_id,
    evt: (await must(member, "GET /v1/events")).body.data[0].id,
    org: member.id,
  };
  const credentials = await must(world.operator, `POST /v1/operator/organizations/${member.id}/oauth-clients`, {});
  return {
    variables: {
      ...env,
      SEGUE_API_KEY: String(member.key),
      CLIENT_ID: credentials.body.client_id,
      CLIENT_SECRET: credentials.body.client_secret,
    },
    withRealIds: (code) =>
      code.replaceAll(/\b([a-z]{3})_01k8z3v9qxe7p9a4m2c6t5w8rn\b/g, (whole, prefix: string) => ids[prefix] ?? whole),
  };
}

// A request that was written wrongly is refused with one of these; a sample must never be.
const blunders = new Set([
  "invalid_request",
  "method_not_allowed",
  "unsupported_media_type",
  "authentication_required",
  "invalid_credentials",
  "missing_required_field",
  "unknown_field",
  "internal_error",
]);

function complaints(answers: readonly SampleAnswer[]): string[] {
  return answers.flatMap(({ id, status, text }) => {
    if (status >= 200 && status < 400) return [];
    const code = /"code":\s*"(\w+)"/.exec(text)?.[1];
    const known = operations.find((operation) => operation.id === id)?.error_codes ?? [];
    // HEAD has no body to read a code from.
    if (code === undefined && status === 404) return [];
    const isNothingThere = text.includes("There is nothing at this path");
    return code !== undefined && known.includes(code) && !blunders.has(code) && !isNothingThere
      ? []
      : [`${id}: ${status} ${text.slice(0, 300)}`];
  });
}

/** The blocks of a page in one language, from top to bottom. `label`: of tabs; a block without one belongs to all. */
function blocks(path: string, language: string, label?: string): string {
  const found = (pages.get(path) ?? "").matchAll(/^```(\w+)(?: \[([^\]]+)\])?\n([\s\S]*?)^```$/gm);
  return [...found]
    .filter(([, kind, tab]) => kind === language && (tab === undefined || tab === label))
    .map(([, , , code]) => code)
    .join("\n");
}

const guides = ["quickstart", "uploads", "deliveries", "idempotency", "rate-limits", "pagination", "versioning"];

describe("each guide works from top to bottom", { timeout: WITHIN_MS }, () => {
  const key = async () => String((await world.organization()).key);
  const shell = async (script: string) => {
    const segue = `${process.execPath} ${join(repository, "bin/segue")}`;
    const given = `set -e\nnpx() { shift; ${segue} "$@"; }\n${script}`;
    return run("bash", ["--norc", "-c", given], { cwd: folder, env: { ...env, SEGUE_API_KEY: await key() } });
  };

  test.concurrent.each(guides)("%s with curl", async (path) => {
    const script = blocks(path, "sh", "curl");
    if (script === "") throw new Error("There is nothing to run.");
    const { code, out, err } = await shell(script);
    expect([code, err, out.match(/\{"error":.{0,300}/)?.[0]]).toEqual([0, "", undefined]);
  });

  test.concurrent.each(guides.filter((path) => blocks(path, "sh", "CLI") !== blocks(path, "sh")))(
    "%s with the command line",
    async (path) => {
      const { code, out, err } = await shell(blocks(path, "sh", "CLI"));
      expect([code, code === 0 ? "" : out + err]).toEqual([0, ""]);
    },
  );

  const typescript = guides.filter((path) => blocks(path, "ts", "TypeScript") !== "");
  test("TypeScript", async () => {
    const samples = typescript.map((path) => ({ id: `guide-${path}`, code: blocks(path, "ts", "TypeScript") }));
    const answers = await runTypeScript(samples, folder, { ...env, SEGUE_API_KEY: await key() });
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers).toHaveLength(typescript.length);
  });

  test.skipIf(!hasPython)("Python", async () => {
    const code = blocks("python", "py");
    const [answer] = await runPython([{ id: "python", code }], folder, { ...env, SEGUE_API_KEY: await key() });
    expect(answer).toEqual({ id: "python", status: 0, text: "" });
  });

  test("the page for Python shows the way from nothing to a delivered release in about 30 lines", () => {
    const first = /^```py\n([\s\S]*?)^```$/m.exec(pages.get("python") ?? "")?.[1] ?? "";
    const lines = first.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("import"));
    expect(lines.length).toBeLessThanOrEqual(32);
  });
});

// After the guides: the operator's samples change stores that the guides use.
describe("each sample of the API reference is understood by the service", { timeout: WITHIN_MS }, () => {
  const codes = (label: Sample["label"]) =>
    inOrder.map((operation) => ({
      id: operation.id,
      code: readers[label].withRealIds(samplesOf(operation).find((sample) => sample.label === label)?.code ?? ""),
    }));

  test("in curl", async () => {
    const answers = await runCurl(codes("curl"), folder, readers.curl.variables);
    expect(answers.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
    expect(complaints(answers)).toEqual([]);
  });

  test("in TypeScript, which the strict compiler accepts", async () => {
    const answers = await runTypeScript(codes("TypeScript"), folder, readers.TypeScript.variables);
    expect(answers.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
    expect(complaints(answers)).toEqual([]);
    expect(await typeCheck(folder)).toBe("");
  });

  if (!hasPython) console.warn("Skipped: the samples in Python. There is no python3 on the PATH.");
  else if (!hasHttpx) console.warn("httpx is not installed: the samples in Python run with a stand-in for it.");
  test.skipIf(!hasPython)("in Python", async () => {
    // All samples in Python are made by the same lines of code, from what the other languages have run in full.
    const samples = codes("Python").filter((_, index) => index % atScale({ short: 3, full: 1 }) === 0);
    const answers = await runPython(samples, folder, readers.Python.variables);
    expect(answers.map(({ id }) => id)).toEqual(samples.map(({ id }) => id));
    expect(complaints(answers)).toEqual([]);
  });
});
