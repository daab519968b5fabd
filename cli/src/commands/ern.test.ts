import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRelease, must } from "../../../server/test/catalog.ts";
import { ern3Message } from "../../../server/test/ern3-message.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-ern-"));
let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, {
    tier: "enterprise",
    isrc_prefix: "QZABC",
  });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const segue = (...args: string[]) =>
  runCommand(args, { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" }, folder);

test("a message is built, found right, spoiled, and found wrong where it was spoiled", async () => {
  const release_id = await makeRelease(world);
  const path = join(folder, "message.xml");
  const built = await segue("ern", "build", release_id, path, "--store", "store_auralis", "--ern-version", "4.3");
  expect([built.code, built.err]).toEqual([0, ""]);
  const right = await segue("ern", "validate", path);
  expect([right.code, right.out]).toEqual([0, `${path}: valid, ERN 4.3 (rules only)\n`]);

  writeFileSync(join(folder, "spoiled.xml"), readFileSync(path, "utf8").replace(/<ISRC>[^<]*/, "<ISRC>bad"));
  writeFileSync(join(folder, "torn.xml"), "<ern:NewReleaseMessage");
  const wrong = await segue("ern", "validate", folder, "--json");
  expect(wrong.code).toBe(1);
  const { data } = JSON.parse(wrong.out);
  expect(data.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false, false]);
  expect(data[1].problems).toEqual([
    {
      path: "ResourceList/SoundRecording[1]/SoundRecordingEdition/ResourceId/ISRC",
      issue: 'must be an ISRC without hyphens, such as QZABC2600001, not "bad"',
    },
  ]);
  expect(data[2].problems[0].path).toMatch(/^line \d/);
});

test("with DDEX's schemas a file is compared with them too, and their samples keep our rules", async () => {
  const ddex = process.env.DDEX_FOLDER ?? "";
  if (!existsSync(join(ddex, "xsd"))) return console.warn("DDEX_FOLDER has no schemas: nothing is compared.");
  const written = ["NewReleaseMessage-ern43-album12", "NewReleaseMessage-ern432-album12", "Takedown-no-deals-ern432"];
  const valid = [...written, "PurgeReleaseMessage-ern432"].map((name) => join(ddex, "samples/valid", `${name}.xml`));
  const right = await segue("ern", "validate", ...valid, "--schemas", join(ddex, "xsd"), "--json");
  expect(JSON.parse(right.out).data.flatMap(({ problems }: { problems: unknown[] }) => problems)).toEqual([]);
  expect(JSON.parse(right.out).data[0].schema_checked).toBe(true);
  const wrong = await segue("ern", "validate", join(ddex, "samples/invalid"), "--schemas", join(ddex, "xsd"), "--json");
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.out).data.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, false, false, false]);
});

test("a folder without DDEX's schemas is refused: nothing would be compared with them", async () => {
  const path = join(folder, "any.xml");
  writeFileSync(path, "<a/>");
  const { code, err } = await segue("ern", "validate", path, "--schemas", folder);
  expect([code, err]).toEqual([2, expect.stringContaining("has none of DDEX's schemas: at least one of ern-3.8.2/")]);
});

test("the rules name the places of a message of ERN 3 as it has them", async () => {
  const path = join(folder, "ern3.xml");
  writeFileSync(path, ern3Message().replace("QZABC2600101", "bad").replace("PT3M0S", "35 seconds"));
  const { code, out } = await segue("ern", "validate", path);
  expect([code, out.trim().split("\n")]).toEqual([
    1,
    [
      expect.stringContaining(": ResourceList/SoundRecording[1]/SoundRecordingId/ISRC must be an ISRC"),
      `${path}: ResourceList/SoundRecording[1]/Duration must be there, longer than zero, in the form PT3M25S`,
    ],
  ]);
});
