// `segue release`, from a draft to its submission.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg, sine, wav } from "../../../server/test/media.ts";
import { type Run, runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-release-"));
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.work();
  writeFileSync(join(folder, "song.wav"), wav({ sound: sine({ seconds: 12 }) }));
  writeFileSync(join(folder, "cover.jpg"), await jpeg({ width: 1200, height: 1200 }));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

function segue(...args: string[]): Promise<Run> {
  return runCommand(args, { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" }, folder);
}

const flags = ["--title", "Midnight in Paris", "--artist", "Vera Lux", "--date", "2099-03-01"];

test("from draft to submission", async () => {
  const created = await segue(
    "release",
    "create",
    ...flags,
    "--artist",
    "Ola Berg:featured",
    "--genre",
    "Pop",
    "--json",
  );
  const release = JSON.parse(created.out);
  expect(release.artists).toEqual([
    { name: "Vera Lux", role: "main" },
    { name: "Ola Berg", role: "featured" },
  ]);
  const early = await segue("release", "submit", release.id);
  expect(early.code).toBe(1);
  expect(early.err).toMatch(
    /^segue: validation_failed: [\s\S]*tracks +[\s\S]*artwork_asset_id +[\s\S]*request id +req_/,
  );
  const blocked = await segue("release", "preflight", release.id);
  expect(blocked.code).toBe(1);
  expect(blocked.out).toMatch(/^Blockers:\n {2}tracks? [\s\S]*\nNot ready/);

  const uploaded = JSON.parse((await segue("upload", "song.wav", "cover.jpg", "--json")).out).data;
  const track = { release_id: release.id, title: "rue lepic", audio_asset_id: uploaded[0].id };
  await world.label.call("POST /v1/tracks", { body: track });
  await world.label.call(`PATCH /v1/releases/${release.id}`, { body: { artwork_asset_id: uploaded[1].id } });

  const shown = await segue("release", "show", release.id);
  expect(shown.out).toMatch(/^artists +Vera Lux, Ola Berg \(featured\)$/m);
  expect(shown.out).toMatch(/^1-1 +trk_\w+ +rue lepic +- +0:12 +ast_\w+$/m);
  expect(JSON.parse((await segue("release", "show", release.id, "--json")).out).tracks).toHaveLength(1);
  const ready = await segue("release", "preflight", release.id);
  expect(ready.code).toBe(0);
  expect(ready.out).toMatch(/^Warnings:\n[\s\S]*\(try: Rue Lepic\)[\s\S]*Ready to be submitted\.\n$/);
  const store = { store_id: "store_strict", name: "Strict", territories: ["WORLD"], requirements: "standard" };
  await world.operator.call("POST /v1/operator/stores", { body: { ...store, connector: { kind: "manual" } } });
  const refused = await segue("release", "preflight", release.id);
  expect([refused.code, refused.out]).toEqual([
    0,
    expect.stringMatching(
      /\nStores that would refuse it \(1 of 1\):\n {2}store_strict +isrc_missing, [\w, ]+\n\nReady/,
    ),
  ]);
  const submitted = await segue("release", "submit", release.id);
  expect(submitted.code).toBe(0);
  expect(submitted.out).toMatch(/^submission_id +sub_\w+$/m);
  const listed = await segue("release", "list", "--status", "submitted", "--search", "paris");
  expect(listed.out).toMatch(new RegExp(`^${release.id} +Midnight in Paris +Vera Lux`, "m"));
  const withdrawn = await segue("release", "withdraw", release.id);
  expect([withdrawn.code, withdrawn.out]).toEqual([0, expect.stringMatching(/^review_status +withdrawn$/m)]);
  expect(JSON.parse((await segue("release", "show", release.id, "--json")).out).status).toBe("draft");
  const never = JSON.parse((await segue("release", "create", ...flags, "--json")).out);
  const nothing = await segue("release", "withdraw", never.id);
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("was not submitted yet")]);
});

test("assign-isrcs numbers the tracks that have none", async () => {
  const { id } = JSON.parse((await segue("release", "create", ...flags, "--json")).out);
  await world.label.call("POST /v1/tracks", { body: { release_id: id, title: "Rue Lepic" } });
  const refused = await segue("release", "assign-isrcs", id);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("You have no ISRC prefix to assign from")]);
  const body = { isrc_prefix: "QZCLI" };
  await world.operator.call(`PATCH /v1/operator/organizations/${world.label.id}`, { body });
  const assigned = await segue("release", "assign-isrcs", id);
  expect(assigned.out).toMatch(/^1-1 +trk_\w+ +Rue Lepic +QZ-CLI-\d\d-00001 +- +-$/m);
  expect((await segue("release", "assign-isrcs", id)).out).toBe("Every track has an ISRC already.\n");
});

test("what the service refuses is told field by field", async () => {
  const refused = await segue("release", "create", ...flags, "--upc", "1", "--artist", "X:drummer");
  expect(refused.err).toMatch(/\n {2}artists\[1\]\.role +[\s\S]*\n {2}upc +/);
  expect((await segue("release", "create", "--title", "x")).code).toBe(2);
});
