import { readdir } from "node:fs/promises";
import { request as openRequest } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Catalogue, makeCatalogue } from "../../../test/sales.ts";
import { storedKeys } from "../../../test/stored-keys.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { beginBlob } from "../../assets/actions.ts";
import { sweepBlobs } from "../../assets/sweep.ts";

const REPORTS = "/v1/operator/sales-reports";
const HOUR_MS = 3_600_000;

let world: World;
let catalogue: Catalogue;
/** The keys of the catalogue's own files. */
let others: string[];
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
  await world.runJobs();
  others = await storedKeys(world.files);
});
afterAll(() => world.close());

let sent = 0;
const csv = () => `isrc,territory,play_count,unit_rate,currency\n${catalogue.isrc},DE,${++sent},0.5,EUR\n`;

async function importReport(bytes: Buffer | string, headers: Record<string, string> = {}) {
  return world.operator.call(`POST ${REPORTS}?store_id=store_one&period=2020-01`, {
    raw: new Uint8Array(Buffer.from(bytes)),
    headers: { "content-type": "text/csv", ...headers },
  });
}

/** The answer with its bytes as they come. */
async function fetchFile(id: string, headers: Record<string, string> = {}) {
  const url = `${world.url}${REPORTS}/${id}/file`;
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve, reject) => {
    const asked = openRequest(url, { headers: { authorization: `Bearer ${world.operator.key}`, ...headers } });
    asked.on("error", reject).on("response", (reply) => {
      const chunks: Buffer[] = [];
      reply
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(chunks) }),
        );
    });
    asked.end();
  });
}

const keptFiles = async () => (await storedKeys(world.files)).filter((key) => !others.includes(key));

describe("the file of a report", () => {
  test("is the bytes as they were received, with their type and encoding", async () => {
    const text = csv();
    const plain = (await importReport(text, { "content-type": "text/csv; charset=utf-8" })).body;
    expect(plain.file).toEqual({
      content_type: "text/csv; charset=utf-8",
      content_encoding: null,
      size_bytes: Buffer.byteLength(text),
    });
    const got = await fetchFile(plain.id);
    expect([got.status, got.bytes.toString()]).toEqual([200, text]);
    expect(got.headers).toMatchObject({ "content-type": "text/csv; charset=utf-8" });
    expect(got.headers["content-encoding"]).toBe(undefined);
    const packed = gzipSync(csv());
    const said = (await importReport(packed, { "content-encoding": "gzip" })).body;
    const back = await fetchFile(said.id);
    expect(back.bytes.equals(packed)).toBe(true);
    expect(back.headers).toMatchObject({ "content-encoding": "gzip", "content-length": String(packed.length) });
    const seen = gzipSync(csv());
    const unsaid = await fetchFile((await importReport(seen)).body.id);
    expect(unsaid.bytes.equals(seen)).toBe(true);
    expect(unsaid.headers["content-disposition"]).toContain(".csv.gz");
    const part = await fetchFile(plain.id, { range: "bytes=0-3" });
    expect([part.status, part.bytes.toString()]).toEqual([206, "isrc"]);
  });

  test("is kept while the report is, also through sweeps, and goes with it; a reversal has none", async () => {
    const text = csv();
    const { id } = (await importReport(text)).body;
    world.clock.advance(30 * HOUR_MS);
    await sweepBlobs(world.ctx);
    await world.runJobs();
    expect((await fetchFile(id)).bytes.toString()).toBe(text);
    const before = await keptFiles();
    const reversal = (await world.operator.call(`POST ${REPORTS}/${id}/reverse`)).body;
    expect(reversal.file).toBe(null);
    expect((await fetchFile(reversal.id)).status).toBe(404);
    expect((await fetchFile(id)).bytes.toString()).toBe(text);
    const other = (await importReport(csv())).body;
    await world.runJobs();
    expect(await keptFiles()).toHaveLength(before.length + 1);
    expect((await world.operator.call(`DELETE ${REPORTS}/${other.id}`)).status).toBe(204);
    await world.runJobs();
    expect((await fetchFile(other.id)).status).toBe(404);
    expect((await keptFiles()).sort()).toEqual(before.sort());
  });

  test("a report that is refused, cut off or a duplicate leaves no file", async () => {
    const text = csv();
    await importReport(text);
    await world.runJobs();
    const before = (await keptFiles()).sort();
    expect((await importReport(text)).status).toBe(409);
    expect((await importReport(`${csv()}wrong,DE,1,1,EUR\n`)).status).toBe(422);
    expect((await importReport(gzipSync(csv()).subarray(0, -9), { "content-encoding": "gzip" })).status).toBe(422);
    // Refused at its first piece, while the storage has not taken it yet.
    expect((await importReport("PK\u0003\u0004\n")).status).toBe(422);
    await cutOff(csv());
    await world.runJobs();
    expect((await keptFiles()).sort()).toEqual(before);
    // Nor one that was never finished.
    const { storage, name } = world.files;
    const folder = storage.kind === "folder" ? storage.path : "";
    expect(await readdir(join(folder, name, "unfinished"))).toEqual([]);
  });

  test("what a killed process left is swept, and no asset counts it", async () => {
    const before = (await keptFiles()).sort();
    const key = await beginBlob(world.ctx);
    await world.ctx.blobs.put(
      key,
      (async function* () {
        yield Buffer.from(csv());
      })(),
    );
    expect(await keptFiles()).toHaveLength(before.length + 1);
    world.clock.advance(30 * HOUR_MS);
    await sweepBlobs(world.ctx);
    expect((await keptFiles()).sort()).toEqual(before);
    const [use] = await world.ctx
      .db`select sum(used_bytes)::int as used, (select sum(size_bytes)::int from assets) as assets
      from organization_storage`;
    expect(use?.used).toBe(use?.assets);
  });

  test("partners are not shown it", async () => {
    const { id } = (await importReport(csv())).body;
    for (const path of ["file", "rows"])
      expect((await world.label.call(`GET ${REPORTS}/${id}/${path}`)).status).toBe(404);
  });
});

/** Sends a part of it, and closes the connection once the report is being imported. */
async function cutOff(text: string): Promise<void> {
  const headers = { authorization: `Bearer ${world.operator.key}`, "content-type": "text/csv" };
  const asked = openRequest(`${world.url}${REPORTS}?store_id=store_two&period=2020-02`, { method: "POST", headers });
  asked.on("error", () => undefined);
  asked.write(text);
  const importing = async () => (await world.operator.call(`GET ${REPORTS}?period=2020-02`)).body.data.length;
  await expect.poll(importing).toBe(1);
  asked.destroy();
  await expect.poll(importing).toBe(0);
}
