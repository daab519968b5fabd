// Every command line and every curl of the pages that are no walk from top to bottom: each is run with the real ids of a
// prepared organization in place of the examples.

import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../server/test/catalog.ts";
import { submittedRelease } from "../../server/test/fetching-store.ts";
import { jpeg } from "../../server/test/media.ts";
import { startReceiver } from "../../server/test/receiver.ts";
import { runCommand, startCommand } from "../../server/test/segue-command.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { allPages } from "../site/pages.ts";
import { readerFolder, repository, run } from "./samples.ts";

const ISRC = "QZDOC2600001";
const pages = allPages(repository);
const folder = readerFolder();
let world: World;
let env: Record<string, string>;

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
  writeFiles();
  await writeShownFiles();
  await writeDeliveries();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One of everything that the pages name. */
async function prepare(): Promise<Record<string, string>> {
  const receiver = await startReceiver();
  const member = await world.organization({ review: "manual" });
  const id = async (operation: string, body?: object) => (await must(member, operation, body)).body.id as string;
  const release = await id("POST /v1/releases", {
    title: "Midnight in Paris",
    artists: [{ name: "Vera Lux", role: "main" }],
    release_date: "2030-03-01",
  });
  const audio_asset_id = await id("POST /v1/sandbox/assets", { type: "audio" });
  const artwork_asset_id = await id("POST /v1/sandbox/assets", { type: "artwork" });
  const track = await id("POST /v1/tracks", {
    release_id: release,
    title: "Midnight in Paris",
    isrc: ISRC,
    audio_asset_id,
  });
  await must(member, `PATCH /v1/releases/${release}`, { artwork_asset_id });
  const rows = [
    {
      isrc: ISRC,
      store_id: "store_auralis",
      territory: "DE",
      play_count: 400_000,
      unit_rate: "0.0035",
      currency: "EUR",
    },
  ];
  await must(member, "POST /v1/sandbox/statements", { period: "2026-01", rows });
  const webhook = await id("POST /v1/webhooks", { url: receiver.url, event_type: ["delivery.completed"] });
  const event = (await must(member, "GET /v1/events?event_type=statement.available")).body.data[0].id;
  await receiver.close();
  const key = String(member.key);
  return {
    SEGUE_URL: world.url,
    SEGUE_API_KEY: key,
    SEGUE_OPERATOR_KEY: String(world.operator.key),
    URL: world.url,
    KEY: key,
    ORG: member.id,
    RELEASE: release,
    TRACK: track,
    ISRC,
    WEBHOOK: webhook,
    EVENT: event,
    SEGUE_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString("base64")}`,
    STATEMENT: (await must(member, "GET /v1/statements")).body.data[0].id,
    PAYOUT: await id("POST /v1/payouts", { currency: "EUR", amount: "10.00" }),
  };
}

function writeFiles(): void {
  const album = join(folder, "Vera Lux - Midnight in Paris");
  mkdirSync(album);
  mkdirSync(join(folder, "data"));
  copyFileSync(join(folder, "song.wav"), join(album, "01 Midnight in Paris.wav"));
  writeFileSync(join(folder, "data/operator-key"), String(world.operator.key));
  writeFileSync(
    join(folder, "catalog.csv"),
    "release_title,release_artist,release_date,track_title,audio_file\nDawn,Vera Lux,2030-03-01,Dawn,song.wav\n",
  );
  writeFileSync(
    join(folder, "january.csv"),
    `isrc,territory,play_count,unit_rate,currency\n${ISRC},DE,18204,0.0035,EUR\nQZXXX2600009,DE,1,0.0035,EUR\n`,
  );
  writeFileSync(
    join(folder, "harbour-sample.csv"),
    `Asset ISRC;Product UPC;Territory;Quantity;Reported Royalty;Currency;Sale Start date;DSP\n${ISRC};;Germany;18.204;63,714;EUR;01.01.2026;Auralis (Germany)\n`,
  );
}

/** The files that pages show in full. */
async function writeShownFiles(): Promise<void> {
  const shown = (path: string, language: string) =>
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(pages.get(path) ?? "")?.[1] ?? "";
  writeFileSync(join(folder, "spotify.json"), shown("deliver-to-stores", "json"));
  writeFileSync(join(folder, "harbour.json"), shown("report-formats", "json"));
  writeFileSync(join(folder, "cover.jpg"), await jpeg({ width: 3000, height: 3000 }));
  writeFileSync(join(folder, "old-catalog.csv"), shown("moving", "csv"));
}

/** A folder as another distributor hands it over: an ERN message with the files that it names. */
async function writeDeliveries(): Promise<void> {
  const release_id = await submittedRelease(world);
  const { artwork_asset_id } = (await must(world.label, `GET /v1/releases/${release_id}`)).body;
  const [track] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
  const { text } = await must(world.label, `GET /v1/releases/${release_id}/ern`);
  mkdirSync(join(folder, "deliveries/resources"), { recursive: true });
  writeFileSync(join(folder, "deliveries/message.xml"), text);
  for (const [, uri = ""] of text.matchAll(/<URI>([^<]+)<\/URI>/g)) {
    const asset_id = uri.endsWith(".jpg") ? artwork_asset_id : track.audio_asset_id;
    writeFileSync(join(folder, "deliveries", uri), await bytesOf(asset_id));
  }
}

async function bytesOf(asset_id: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await world.ctx.blobs.get(asset_id)) ?? []) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** The lines of a page's shell blocks, those that continue joined, without comments. */
function linesOf(path: string): string[] {
  const blocks = [...(pages.get(path) ?? "").matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  return blocks.flatMap((block) => {
    const joined = block
      .replaceAll(/\\\n\s*/g, " ")
      .replaceAll(/'[^'\n]*\n[^']*'/g, (text) => text.replaceAll(/\s*\n\s*/g, " "));
    return joined
      .split("\n")
      .map((line) => line.replace(/\s+# .*$/, "").trim())
      .filter(Boolean);
  });
}

/** These need a machine of their own, so only their form is checked. */
const forAMachine =
  /^(npm |docker |psql |mv |rm |export |\d+ \d+ \* |([A-Z_]+=\S+ )+(node|npm|npx) |DATABASE_URL=|npx segue (backup|restore|listen)\b)/;

function withRealIds(line: string): string {
  return line
    .replaceAll("http://127.0.0.1:8080", "$SEGUE_URL")
    .replaceAll(/\b(rep|trk|rel|whk|evt)_(?:…|01k8z3v9qxe7p9a4m2c6t5w8rn)/g, (_, prefix: string) => `$${names[prefix]}`)
    .replaceAll("https://example.com/hooks", "http://127.0.0.1:9/hooks");
}
const names: Record<string, string> = { rep: "REPORT", trk: "TRACK", rel: "RELEASE", whk: "WEBHOOK", evt: "EVENT" };

/** As a shell reads a line that has no more than quotes and variables. */
function words(line: string): string[] {
  const expand = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => env[name] ?? "");
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'|([^"']+)/g, (_, double?: string, single?: string, bare?: string) =>
      single === undefined ? expand(double ?? bare ?? "") : single,
    ),
  );
}

/** `echo "$NAME" | npx segue …`: the built command reads the value of the variable. */
async function runPiped(name: string, command: string): Promise<string | undefined> {
  const { child, end } = startCommand(words(command).slice(2), env, folder);
  child.stdin?.end(`${env[name]}\n`);
  const { code, out, err } = await end;
  return code === 0 ? undefined : `${code}: ${out}${err}`;
}

async function runLine(line: string): Promise<string | undefined> {
  const [, piped, reading = ""] = /^echo "\$(\w+)" \| (npx segue .*)$/.exec(line) ?? [];
  if (piped !== undefined) return runPiped(piped, reading);
  const [, variable, command = line] = /^(\w+)=\$\((.*)\)$/.exec(line) ?? [];
  if (!command.startsWith("npx segue ")) {
    const { out, err } = await run("bash", ["--norc", "-c", command], { cwd: folder, env });
    return /"error":|curl:/.test(out + err) ? out + err : undefined;
  }
  // Where the output goes is the shell's business.
  const { code, out, err } = await runCommand(words(command.replace(/ > \S+$/, "")).slice(2), env, folder);
  if (variable !== undefined) env[variable] = out.trim();
  // The next lines use the ids that a command shows.
  for (const [prefix, name] of Object.entries({ rep: "REPORT", sub: "SUBMISSION", usr: "PERSON" })) {
    const shown = new RegExp(`\\b${prefix}_\\w+`).exec(out)?.[0];
    if (shown !== undefined) env[name] ??= shown;
  }
  return code === 0 ? undefined : `${code}: ${out}${err}`;
}

/** Lines that end as they should, though not with 0. */
const expected: Record<string, RegExp> = {
  // Nothing answers at the address that the page calls example.com.
  "npx segue webhook ping": /unverified|did not answer|1: /,
  "npx segue webhook create": /unverified|1: /,
  // There is no such server.
  "npx segue store test store_spotify": /1: /,
  "npx segue job retry": /There is no job|1: /,
  "curl -s -X POST http://127.0.0.1:8080/v1/operator/jobs": /There is no job/,
  // Two pages begin with it.
  "npx segue staff add you@example.com": /is staff already/,
  // The line above it took everything.
  "npx segue payout request --currency EUR --amount": /Nothing is available/,
  // The page's unmatched row, and its UPC, are of another label.
  "npx segue report assign": /no unmatched row|1: /,
};

describe("each command of a page works", { timeout: 600_000 }, () => {
  test.each([
    ...["royalties", "royalties-operator", "report-formats", "webhooks", "importing", "going-live", "operations"],
    ...["deliver-to-stores", "moving", "cost", "your-team"],
  ])("%s", async (path) => {
    env = await prepare();
    const lines = linesOf(path);
    expect(lines.length).toBeGreaterThan(0);
    const failed: string[] = [];
    for (const line of lines) {
      if (forAMachine.test(line)) continue;
      const failure = await runLine(withRealIds(line));
      const allowed = Object.entries(expected).find(([beginning]) => line.startsWith(beginning))?.[1];
      if (failure !== undefined && !allowed?.test(failure)) failed.push(`${line}\n${failure}`);
    }
    expect(failed).toEqual([]);
  });
});

test("what is for a machine of its own is a shell's language", async () => {
  const lines = [...pages.keys()].flatMap(linesOf).filter((line) => forAMachine.test(line) && !/^\d/.test(line));
  const { code, err } = await run("bash", ["--norc", "-n", "-c", lines.join("\n")], { cwd: folder, env: {} });
  expect([code, err]).toEqual([0, ""]);
});
