// The five tests that a large store publishes for a new feed, through `ern_sftp` by HTTP alone. The store's view after
// each is kept in feed/: the message as it is, and its files by their hashes. `npx vitest run -u` on this file writes
// the folder anew.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acknowledge } from "../acknowledging-store.ts";
import { insertAsset, must } from "../catalog.ts";
import { type SftpServer, startSftpServer } from "../sftp-server.ts";
import { createWorld, type Member, type World } from "../world.ts";

const golden = fileURLToPath(new URL("./feed", import.meta.url));
const store_id = "store_harbour";
let world: World;
let partner: Member;
let server: SftpServer;
let release_id: string;
let delivery_id: string;
const track_ids: string[] = [];

beforeAll(async () => {
  [world, server] = await Promise.all([createWorld({ environment: "sandbox" }), startSftpServer()]);
  // Stopped first: otherwise a millisecond could pass in between.
  world.clock.stop();
  world.clock.moveTo("2027-05-01T09:00:00.000Z");
  server.onArrival = (path) => acknowledge(server.folder, path);
  partner = await world.organization({ name: "Nightjar Records", ddex_party_id: "PADPIDA2013020802I" });
  await must(world.operator, "POST /v1/operator/stores", {
    ...{ store_id, name: "Harbour", territories: ["WORLD"], requirements: "none" },
    connector: {
      ...{ kind: "ern_sftp", ...server.settings, ...server.secrets, ask_every_s: 60, compilation: "user_defined" },
      recipients: [{ party_id: "PADPIDA2009101501Y", party_name: "Harbour" }],
    },
  });
});
afterAll(() => Promise.all([world.close(), server.stop()]));

/** A ready asset whose bytes are the given words. */
async function asset(type: "audio" | "artwork", words: string): Promise<string> {
  const id = await insertAsset(world, partner, { type });
  await world.ctx.blobs.put(id, Readable.from([Buffer.from(words)]));
  const checksum = createHash("sha256").update(words).digest("hex");
  await world.ctx.db`update assets set size_bytes = ${words.length}, checksum_sha256 = ${checksum} where id = ${id}`;
  return id;
}

async function makeAlbum(): Promise<void> {
  const album = {
    ...{ title: "Midnight in Paris", type: "album", upc: "036000291452", release_date: "2027-09-03", genre: "Pop" },
    ...{ label: "Nightjar", p_line: "2027 Nightjar", c_line: "2027 Nightjar", language: "en" },
    artists: [{ name: "Vera Lux", role: "main" }],
    territories: ["DE", "FR"],
  };
  release_id = (await must(partner, "POST /v1/releases", album)).body.id;
  for (const [index, title] of ["Midnight in Paris", "Low Tide", "Rooftops"].entries()) {
    const audio_asset_id = await asset("audio", `the sound of ${title}`);
    const track = { release_id, title, isrc: `QZ-TST-27-0000${index + 1}`, audio_asset_id };
    track_ids.push((await must(partner, "POST /v1/tracks", track)).body.id);
  }
  await must(partner, `PATCH /v1/releases/${release_id}`, { artwork_asset_id: await asset("artwork", "a picture") });
  await must(partner, `POST /v1/releases/${release_id}/submit`);
}

/** An hour later the store has taken it: what came since is compared with the folder of this name. */
async function expectFolder(name: string, status: string): Promise<string> {
  const from = server.arrivals.length;
  await world.runJobs();
  world.clock.advance(60_000);
  await world.runJobs();
  world.clock.advance(3_540_000);
  const { body } = await must(partner, `GET /v1/deliveries/${delivery_id}`);
  expect(body.stores[0]).toMatchObject({ status });
  const arrived = server.arrivals.slice(from);
  const message = arrived.at(-1) ?? "";
  const files = arrived.slice(0, -1).map((path) => {
    const hash = createHash("sha256")
      .update(readFileSync(join(server.folder, path)))
      .digest("hex");
    return `${hash}  ${path}\n`;
  });
  const document = readFileSync(join(server.folder, message), "utf8").replaceAll(
    /\b(dlv|rel|trk|ast)_[0-9a-z]{26}/g,
    "$1_1",
  );
  await expect(`${files.join("")}${message}\n`).toMatchFileSnapshot(join(golden, name, "files.txt"));
  await expect(document).toMatchFileSnapshot(join(golden, name, "message.xml"));
  return document;
}

const change = (changes: object) => must(partner, `PATCH /v1/releases/${release_id}`, changes);
const update = (body: object = {}) => must(partner, `POST /v1/deliveries/${delivery_id}/update`, body);
const territoriesIn = (document: string) =>
  new Set([...document.matchAll(/<TerritoryCode>(\w+)</g)].map(([, code]) => code));

test("the five tests of a feed, and rights that a partner narrows", async () => {
  await makeAlbum();
  const request = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
  delivery_id = (await must(partner, "POST /v1/deliveries", request)).body.id;
  expect(territoriesIn(await expectFolder("1-album", "delivered"))).toEqual(new Set(["DE", "FR"]));

  await change({ territories: ["DE", "FR", "US"], type: "ep" });
  await update({ territory_codes: ["WORLDWIDE"] });
  expect(territoriesIn(await expectFolder("2-territory-and-ep", "delivered"))).toEqual(new Set(["DE", "FR", "US"]));

  await change({ start_at: "2027-09-03T12:00:00Z", type: "single" });
  await update();
  expect(await expectFolder("3-start-and-single", "delivered")).toContain("2027-09-03T12:00:00");

  await must(partner, `PATCH /v1/tracks/${track_ids[0]}`, { withheld: true });
  await change({ type: "compilation" });
  await update();
  expect(await expectFolder("4-withheld-and-compilation", "delivered")).toContain("UserDefined");

  await change({ territories: ["DE"] });
  await update();
  expect(territoriesIn(await expectFolder("narrowed-rights", "delivered"))).toEqual(new Set(["DE"]));

  await must(partner, `POST /v1/deliveries/${delivery_id}/takedown`, { reason: "The licence has ended." });
  expect(await expectFolder("5-takedown", "taken_down")).not.toContain("<ReleaseDeal>");

  // Updates bring no file again.
  expect(server.arrivals.filter((path) => path.includes("resources/"))).toHaveLength(4);
});
