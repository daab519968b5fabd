// A service that works is backed up, restored elsewhere, and answers the same: from the embedded PostgreSQL and a folder to a
// PostgreSQL and an S3 storage of one's own, and from there back.

import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { readConfig } from "../../../server/src/config.ts";
import { runRestore } from "../../../server/src/operating/restore-run.ts";
import { ensureDatabase } from "../../../server/src/platform/database/create.ts";
import { must } from "../../../server/test/catalog.ts";
import { atScale } from "../../../server/test/faults/scale.ts";
import { sine, wav } from "../../../server/test/media.ts";
import { prepareFolder } from "../../../server/test/prepared-folder.ts";
import { type Receiver, startReceiver } from "../../../server/test/receiver.ts";
import { type S3, startS3 } from "../../../server/test/s3.ts";
import { type Run, runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { type ServiceProcess, startService } from "../../../server/test/service-process.ts";
import { upload } from "../../../server/test/upload.ts";
import { type Caller, callerAt } from "../../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-backup-"));
const place = (name: string) => join(folder, name);
const services: ServiceProcess[] = [];
let s3: S3;
let receiver: Receiver;

beforeAll(async () => {
  [s3, receiver] = await Promise.all([startS3(), startReceiver()]);
});
afterAll(async () => {
  for (const { child } of services) child.kill("SIGTERM");
  await Promise.all(services.map(({ exit }) => exit));
  await Promise.all([s3.stop(), receiver.close()]);
  rmSync(folder, { recursive: true, force: true });
});

type Site = Record<string, string>;

const segue = (args: string[], site: Site): Promise<Run> => startCommand(args, site, folder).end;
/** In this process, which costs less. */
const segueHere = (args: string[], site: Site): Promise<Run> => runCommand(args, site, folder);

/** On a slow machine it tells how far it is. */
function expectDone({ code, err }: Run): void {
  expect([code, err]).toEqual([0, expect.not.stringContaining("segue:")]);
}

async function serve(site: Site): Promise<ServiceProcess> {
  const service = startService(site);
  services.push(service);
  await service.ready;
  return service;
}

async function stop(service: ServiceProcess): Promise<void> {
  service.child.kill("SIGTERM");
  expect((await service.exit).code).toBe(0);
}

/** Who asks, in both environments. */
type Catalog = {
  operator_key: string;
  production_key: string;
  sandbox_key: string;
  /** The cookie of a session in the sandbox. */
  cookie: string;
  paths: Record<"production" | "sandbox", string[]>;
  /** A sales report of the sandbox. */
  report: { path: string; bytes: Buffer };
};

async function callersOf(service: ServiceProcess, { operator_key, production_key, sandbox_key }: Catalog) {
  const { production_url, sandbox_url } = await service.ready;
  return {
    production: callerAt(production_url, production_key),
    sandbox: callerAt(sandbox_url, sandbox_key),
    operator: callerAt(production_url, operator_key),
  };
}

const whole = { artists: [{ name: "Vera Lux", role: "main" }], release_date: "2099-03-01" };

/** A release with audio and artwork, delivered; a sales report; a webhook that has heard of it; files in both environments. */
async function fillCatalog(service: ServiceProcess, operator_key: string): Promise<Catalog> {
  const { production_url, sandbox_url } = await service.ready;
  const members = await Promise.all(
    [production_url, sandbox_url].map(async (url) => {
      const operator = callerAt(url, operator_key);
      const body = { name: "Nightjar Records", tier: "enterprise", isrc_prefix: "QZTST" };
      const { id } = (await must(operator, "POST /v1/operator/organizations", body)).body;
      const { key } = (await must(operator, `POST /v1/operator/organizations/${id}/api-keys`, {})).body;
      return callerAt(url, key);
    }),
  );
  const [production, sandbox] = members as [Caller, Caller];
  await must(sandbox, "POST /v1/webhooks", { url: receiver.url, event_type: ["delivery.completed"] });
  const [audio, artwork] = await Promise.all(
    ["audio", "artwork"].map(async (type) => (await must(sandbox, "POST /v1/sandbox/assets", { type })).body.id),
  );
  const release = (await must(sandbox, "POST /v1/releases", { title: "Rue Lepic", ...whole })).body.id;
  await must(sandbox, `PATCH /v1/releases/${release}`, { artwork_asset_id: artwork });
  await must(sandbox, "POST /v1/tracks", { release_id: release, title: "Rue Lepic", audio_asset_id: audio });
  await must(sandbox, `POST /v1/releases/${release}/submit`);
  const sent = { release_id: release, store_ids: ["store_auralis"], territory_codes: ["WORLDWIDE"] };
  const delivery = (await must(sandbox, "POST /v1/deliveries", sent)).body.id;
  const song = await upload(production, wav({ sound: sine({ seconds: 1 }) }));
  await must(production, "POST /v1/releases", { title: "\\N and \\. and 雨", ...whole });
  await until(async () => (await sandbox.call(`GET /v1/deliveries/${delivery}`)).body.status === "delivered");
  await until(async () => (await production.call(`GET /v1/assets/${song}`)).body.status === "ready");
  await until(async () => receiver.received.length > 0);
  const report = await importReport(callerAt(sandbox_url, operator_key));
  await must(sandbox, "POST /v1/members", { email: "ana@example.com", role: "editor" });
  const signed_in = await callerAt(sandbox_url, undefined).call("POST /dashboard/session", {
    body: { key: sandbox.key },
  });
  const lists = ["releases", "assets", "deliveries", "webhooks", "events", "stores", "members"];
  const shared = ["/v1/organization", "/v1/changelog", ...lists.map((list) => `/v1/${list}?limit=100`)];
  return {
    operator_key,
    production_key: production.key ?? "",
    sandbox_key: sandbox.key ?? "",
    report,
    cookie: signed_in.headers.get("set-cookie")?.split(";")[0] ?? "",
    paths: {
      production: [...shared, `/v1/assets/${song}`],
      sandbox: [
        ...shared,
        `/v1/tracks?release_id=${release}`,
        `/v1/releases/${release}/preflight`,
        `/v1/deliveries/${delivery}`,
        `/v1/assets/${audio}`,
        `/v1/assets/${artwork}`,
      ],
    },
  };
}

/** Packed before it is sent: the bytes that were received are not those that were read. */
async function importReport(operator: Caller): Promise<Catalog["report"]> {
  const bytes = gzipSync("isrc,territory,play_count,unit_rate,currency\nQZ-TST-26-00001,DE,7,0.5,EUR\n");
  const made = await operator.call("POST /v1/operator/sales-reports?store_id=store_auralis&period=2025-01", {
    raw: new Uint8Array(bytes),
    headers: { "content-type": "text/csv" },
  });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return { path: `/v1/operator/sales-reports/${made.body.id}/file`, bytes };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const give_up_at = performance.now() + 240_000; !(await isSo()); await sleep(50))
    if (performance.now() > give_up_at) throw new Error("It does not come to be.");
}

/** Links name a server and a moment; all else must be the same. The files behind them are, byte by byte. */
async function answersOf(service: ServiceProcess, catalog: Catalog) {
  const callers = await callersOf(service, catalog);
  const answers: Record<string, unknown> = {};
  for (const environment of ["production", "sandbox"] as const) {
    for (const path of catalog.paths[environment]) {
      const { status, text, body } = await callers[environment].call(`GET ${path}`);
      answers[`${environment} ${path}`] = [status, text.replaceAll(/"http:\/\/127\.0\.0\.1:\d+[^"]*"/g, '"link"')];
      if (!path.startsWith("/v1/assets/")) continue;
      const bytes = Buffer.from(await (await fetch(body.download_url)).arrayBuffer());
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(body.checksum_sha256);
    }
  }
  const { path, bytes } = catalog.report;
  const authorization = `Bearer ${catalog.operator_key}`;
  const file = await fetch(`${(await service.ready).sandbox_url}${path}`, { headers: { authorization } });
  expect([file.status, Buffer.from(await file.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
  const { data } = (await callers.operator.call("GET /v1/operator/organizations")).body;
  answers.organizations = data.filter(({ name }: { name: string }) => name !== "Noise");
  return answers;
}

/** Whether the session of before the backup is one here. */
async function isSignedIn(service: ServiceProcess, { cookie }: Catalog): Promise<boolean> {
  const visitor = callerAt((await service.ready).sandbox_url, undefined);
  const headers = { cookie, "x-segue-dashboard": "1", "sec-fetch-site": "same-origin" };
  return (await visitor.call("GET /dashboard/session", { headers })).body.session !== null;
}

/** Ctrl-C once the file is checked and the first bytes go to their place. */
async function restoreHalf(file: string, site: Site): Promise<void> {
  const controller = new AbortController();
  const path = place(file);
  let left = statSync(path).size;
  const sent = (bytes: number) => {
    left -= bytes;
    if (left < 0) controller.abort("SIGINT");
  };
  const progress = { sent, skipped: () => undefined, say: () => undefined, end: () => undefined };
  const run = runRestore({ config: readConfig(site), path, begin: () => progress, signal: controller.signal });
  await expect(run).rejects.toBe("SIGINT");
}

const amountOf = ({ out }: Run) => /both databases and \d+ files/.exec(out)?.[0];

/** Somebody writes all the time, and is not looked at. */
function makeNoise(service: ServiceProcess, operator_key: string) {
  let isOn = true;
  const made: string[] = [];
  const noise = (async () => {
    const operator = callerAt((await service.ready).production_url, operator_key);
    const body = { name: "Noise", tier: "enterprise" };
    const { id } = (await must(operator, "POST /v1/operator/organizations", body)).body;
    const { key } = (await must(operator, `POST /v1/operator/organizations/${id}/api-keys`, {})).body;
    const caller = callerAt((await service.ready).production_url, key);
    for (; isOn; await sleep(50))
      made.push((await must(caller, "POST /v1/releases", { title: "N", ...whole })).body.id);
  })();
  return async () => {
    isOn = false;
    await noise;
    return made;
  };
}

/** Started once more, from where it was brought back to. */
const isFull = atScale({ short: false, full: true });

const home: Site = { SEGUE_DATA_DIR: place("home"), SEGUE_BACKUP: `${place("scheduled")},daily,keep=2` };

describe("a backup of a service that works", () => {
  let service: ServiceProcess;
  let catalog: Catalog;
  let before: Awaited<ReturnType<typeof answersOf>>;
  beforeAll(async () => {
    await prepareFolder(place("home"));
    service = await serve(home);
    // The first backup by schedule is made at the start; only one runs at a time.
    await until(
      async () =>
        existsSync(place("scheduled")) && readdirSync(place("scheduled")).some((name) => name.endsWith("Z.tar")),
    );
    catalog = await fillCatalog(service, (await service.ready).operator_key);
    before = await answersOf(service, catalog);
    const stopNoise = makeNoise(service, catalog.operator_key);
    const backup = await segue(["backup", "home.segue"], home);
    expect((await stopNoise()).length).toBeGreaterThan(0);
    expectDone(backup);
    const operator = callerAt((await service.ready).production_url, catalog.operator_key);
    expect((await operator.call("GET /metrics")).text).toMatch(/^segue_backup_age_seconds\{.*\} \d/m);
    expect(backup.out).toMatch(/^Backed up to home\.segue \(.+\): both databases and \d+ files\.$/m);
  });

  test("is made by schedule too, verified, and counted by the metrics of both environments", async () => {
    const scheduled = () => readdirSync(place("scheduled"));
    expect(scheduled()).toEqual([expect.stringMatching(/^segue-[\dT-]+Z\.tar$/)]);
    const [name = ""] = scheduled();
    expect(statSync(join(place("scheduled"), name)).mode & 0o777).toBe(0o600);
    expectDone(await segueHere(["restore", "--check", join(place("scheduled"), name)], {}));
  });

  test("is one file that only its owner can read", () => {
    expect(statSync(place("home.segue")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith("home.segue"))).toEqual(["home.segue"]);
  });

  test("is read through without being restored", async () => {
    const whole = await segueHere(["restore", "--check", "home.segue"], { SEGUE_DATA_DIR: place("unread") });
    expectDone(whole);
    expect(whole.out).toMatch(
      /^home\.segue is whole \(.+\), made at \S+ by version \S+: both databases and \d+ files\.$/m,
    );
    expect(existsSync(place("unread"))).toBe(false);
    const cut = place("cut.segue");
    copyFileSync(place("home.segue"), cut);
    truncateSync(cut, statSync(cut).size - 10_000);
    for (const [file, words] of [
      ["missing.segue", "segue: There is no file missing.segue.\n"],
      [".", "segue: . is a folder: name the file of a backup in it.\n"],
    ] as const)
      expect(await segueHere(["restore", "--check", file], {})).toMatchObject({ code: 1, err: words });
    const refused = await segueHere(["restore", "--check", "cut.segue"], {});
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/cut\.segue.*ends too early/)]);
  });

  test("is not restored over a service that runs, nor over its data", async () => {
    const running = await segueHere(["restore", "home.segue"], home);
    expect([running.code, running.err]).toEqual([1, expect.stringMatching(/is running on .*home.*stop it/i)]);
    expect(await answersOf(service, catalog)).toEqual(before);
  });

  test("is not restored when it was cut or changed, and nothing is made of it", async () => {
    const damaged = place("damaged.segue");
    const elsewhere = { SEGUE_DATA_DIR: place("nowhere") };
    copyFileSync(place("home.segue"), damaged);
    truncateSync(damaged, statSync(damaged).size - 10_000);
    const cut = await segueHere(["restore", "damaged.segue"], elsewhere);
    expect([cut.code, cut.err]).toEqual([
      1,
      expect.stringMatching(/damaged\.segue.*ends too early.*Nothing was restored/),
    ]);
    copyFileSync(place("home.segue"), damaged);
    const file = await open(damaged, "r+");
    const [middle, one] = [Math.floor(statSync(damaged).size / 2), Buffer.alloc(1)];
    await file.read(one, 0, 1, middle);
    await file.write(Buffer.from([one[0] === 0 ? 255 : 0]), 0, 1, middle);
    await file.close();
    const changed = await segueHere(["restore", "damaged.segue"], elsewhere);
    expect([changed.code, changed.err]).toEqual([1, expect.stringMatching(/damaged\.segue.*checksum/)]);
    const other = await segueHere(["restore", "home/secret"], elsewhere);
    expect([other.code, other.err]).toEqual([1, expect.stringMatching(/home\/secret.*no backup|ends too early/)]);
    expect(existsSync(place("nowhere"))).toBe(false);
  });

  test("answers the same from a PostgreSQL and a storage of one's own, and back from there", async () => {
    const { socket_dir, username } = inject("postgres");
    const name = `segue_restored_${process.pid}`;
    await ensureDatabase({ socket_dir, username, database: "postgres" }, name);
    const { bucket, endpoint } = s3.storage;
    const moved: Site = {
      DATABASE_URL: `postgres://${username}@/${name}?host=${socket_dir}`,
      SEGUE_STORAGE: `s3://${bucket}/moved`,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      SEGUE_DATA_DIR: place("moved"),
    };
    await restoreHalf("home.segue", moved);
    const early = startService(moved);
    expect([(await early.exit).code, early.output()]).toEqual([
      1,
      expect.stringMatching(/not finished: run .segue restore. again/),
    ]);
    const there = await segue(["restore", "home.segue"], moved);
    expectDone(there);
    expect(there.out).toMatch(/^Restored home\.segue[\s\S]*segue serve/);
    const restored = await serve(moved);
    expect(await answersOf(restored, catalog)).toEqual(before);
    // Sessions stay behind: their holders may have lost their rights since.
    expect([await isSignedIn(service, catalog), await isSignedIn(restored, catalog)]).toEqual([true, false]);
    expect(readFileSync(place("moved/secret"), "utf8")).toBe(readFileSync(place("home/secret"), "utf8"));

    const again = await segue(["backup", "moved.segue"], moved);
    expectDone(again);
    await stop(restored);
    const refused = await segueHere(["restore", "moved.segue"], moved);
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/database of production is not empty/)]);

    const back: Site = { SEGUE_DATA_DIR: place("back") };
    expectDone(await segue(["restore", "moved.segue"], back));
    if (isFull) {
      const returned = await serve(back);
      expect(await answersOf(returned, catalog)).toEqual(before);
      await stop(returned);
    }
    // Without a service, too: it finds as much as was restored.
    const last = await segue(["backup", "back.segue"], back);
    expectDone(last);
    expect(amountOf(last)).toBe(amountOf(again));
  });
});
