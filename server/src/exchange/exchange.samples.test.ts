// DDEX's own samples, as a partner sends them.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";

const folder = join(process.env.DDEX_FOLDER ?? "", "samples");
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const send = (raw: string) =>
  world.label.call("POST /v1/ddex/messages", { raw, headers: { "content-type": "application/xml" } });
/** As UTF-8: one of them is UTF-16. Each has a message id of its own. */
function sample(name: string): string {
  const bytes = readFileSync(join(folder, name));
  const encoding = bytes[0] === 0xfe ? "utf-16be" : bytes[0] === 0xff ? "utf-16le" : "utf-8";
  const text = new TextDecoder(encoding).decode(bytes);
  return text.replace(/^<\?xml[^>]*>/, "").replace("<MessageId>MSG-1<", `<MessageId>${name}<`);
}
type Reported = { field: string };

describe.skipIf(!existsSync(folder))("DDEX's samples", () => {
  test("an album without a release date is taken, with a warning at its place", async () => {
    const { status, body } = await send(sample("valid/ern43-album.xml"));
    expect([status, body.result]).toEqual([201, "created"]);
    expect(body.issues).toContainEqual(
      expect.objectContaining({ severity: "warning", path: "ReleaseList/Release/ReleaseDate" }),
    );
  });

  test("an example that says little is refused for its code alone, and taken with a right one", async () => {
    const text = sample("valid/ERN_NewReleaseMessage_example.xml");
    const refused = await send(text);
    expect(refused.body.error.details.map(({ field }: Reported) => field)).toEqual([
      "ReleaseList/Release/ReleaseId/ICPN",
    ]);
    const { status, body } = await send(text.replaceAll("1234567890123", "1234567890128"));
    // Its deals have ended, so it is a takedown, of a release that is not there.
    expect([status, body.result]).toEqual([200, "unchanged"]);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(["DealList/ReleaseDeal[1]/Deal[1]/DealTerms/UseType", "PartyList/Party[1]"]),
    );
  });

  test.each(["NewReleaseMessage-ern43-album12.xml", "NewReleaseMessage-ern432-album12.xml"])(
    "%s is taken",
    async (name) => {
      expect([200, 201]).toContain((await send(sample(`valid/${name}`))).status);
    },
  );

  test.each([
    "valid/ern43-single.xml",
    "invalid/ern-4.3-newrelease.xml",
    "invalid/ern-4.3-simple_release.xml",
    "invalid/malformed.xml",
    "invalid/sample_single_ern43.xml",
  ])("%s is refused with paths", async (name) => {
    const { status, body } = await send(sample(name));
    expect([status, body.error.details.every(({ field }: Reported) => field !== "")]).toEqual([422, true]);
  });
});
