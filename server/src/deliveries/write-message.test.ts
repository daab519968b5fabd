import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import { releaseMessage, takedownOf } from "../../test/connector-conformance.ts";
import { createWorld, type World } from "../../test/world.ts";
import type { ConnectorKinds } from "../connectors/kinds.ts";
import { connectManual } from "../connectors/manual.ts";
import { ernSchema } from "../ddex/schemas.ts";
import { writeErn } from "../messages/ern/document.ts";
import { ernSettings } from "../messages/ern/settings.ts";
import { createXsdChecker, type XsdChecker } from "../platform/xsd/xsd-checker.ts";
import { stepPerformers } from "./pipeline/pipeline.ts";
import { writeDocument } from "./write-message.ts";

// Stores that swallow what they get.
const connectors: ConnectorKinds = {
  swallowing: {
    summary: "takes ERN and says nothing",
    connect: connectManual,
    write: writeErn,
    speaks_ern: true,
    retry_s: [60],
    settings: ernSettings,
  },
};
const recipients = [{ party_id: "PADPIDA2009101501Y", party_name: "Auralis" }];

function* ofValue<T>(value: T): Generator<undefined, T, undefined> {
  yield;
  return value;
}

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", connectors });
  await must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, {
    tier: "enterprise",
    isrc_prefix: "QZABC",
  });
  await addStore("store_ern");
});
afterAll(() => world.close());

const addStore = (store_id: string, connector: object = {}) =>
  must(world.operator, "POST /v1/operator/stores", {
    store_id,
    name: store_id,
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "swallowing", recipients, ...connector },
  });

async function deliver(release_id: string, store_ids = ["store_ern"], meanwhile = async () => {}) {
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const body = { release_id, store_ids, territory_codes: ["WORLDWIDE"] };
  const { id } = (await must(world.label, "POST /v1/deliveries", body)).body;
  await meanwhile();
  await world.runJobs();
  return id as string;
}
const storeOf = async (id: string) => (await must(world.label, `GET /v1/deliveries/${id}`)).body.stores[0];
const documentOf = async (id: string) => {
  const [row] = await world.ctx.db<{ document: string }[]>`
    select document from store_messages where delivery_id = ${id} order by created_at desc, message_id desc limit 1`;
  return row?.document;
};

describe("a store that gets ERN", () => {
  test("gets the release as XML, from the service's party", async () => {
    const id = await deliver(await makeRelease(world, world.label, { catalog_number: "NJ-1" }));
    expect((await storeOf(id)).status).toBe("ingesting");
    const document = await documentOf(id);
    expect(document).toContain("<MessageSender><PartyId>PADPIDA0000000000X</PartyId>");
    expect(document).toContain("<MessageControlType>TestMessage</MessageControlType>");
    expect(document).toContain("<DisplayTitleText>Midnight in Paris</DisplayTitleText>");
  });

  test("gets nothing that is not valid: the partner learns what to correct, and where, and sends it again", async () => {
    const release_id = await makeRelease(world);
    const [track] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    const id = await deliver(release_id, ["store_ern"], async () => {
      // A code that an earlier version took, read between the request and the send.
      await world.ctx.db`update tracks set isrc = 'QZ-ABC-26-7' where id = ${track.id}`;
    });
    expect(await storeOf(id)).toMatchObject({
      status: "action_required",
      rejection_code: "invalid_message",
      rejection_reason:
        "Nothing was sent: the message to the store would not be valid. " +
        "ResourceList/SoundRecording[1]/SoundRecordingEdition/ResourceId/ISRC must be an ISRC without hyphens, such as QZABC2600001, " +
        'not "QZABC267"',
    });
    expect(await documentOf(id)).toBeUndefined();
    // Nothing was sent, so the code is not frozen.
    await must(world.label, `PATCH /v1/tracks/${track.id}`, { isrc: "QZ-ABC-26-77777" });
    await must(world.label, `POST /v1/deliveries/${id}/resubmit`, {});
    await world.runJobs();
    expect((await storeOf(id)).status).toBe("ingesting");
    expect(await documentOf(id)).toContain("QZABC2677777");
  });

  test("is taken down by the message that it took last, under an id of its own", async () => {
    const release_id = await makeRelease(world, world.label, { title: "As it was" });
    const id = await deliver(release_id);
    await must(world.label, `POST /v1/sandbox/deliveries/${id}/simulate`, {
      store_id: "store_ern",
      status: "delivered",
    });
    await must(world.label, `PATCH /v1/releases/${release_id}`, { title: "As it is now" });
    await must(world.label, `POST /v1/deliveries/${id}/takedown`, {});
    await world.runJobs();
    const document = await documentOf(id);
    expect(document).toContain(`<MessageId>${id}-store_ern-1-takedown</MessageId>`);
    expect(document).toContain("As it was");
    expect(document).not.toContain("DealList");
  });

  test("cannot be set up in production before the operator has said who sends its messages", async () => {
    const production = await createWorld({ connectors });
    const connector = { kind: "swallowing", recipients };
    const body = { store_id: "store_ern", name: "Ern", territories: ["WORLD"], connector };
    const refused = await production.operator.call("POST /v1/operator/stores", { body });
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, "connector.kind"]);
    expect(refused.body.error.details[0].issue).toContain("SEGUE_DDEX_PARTY_ID");
    await production.close();
  });
});

describe("a message seen before it is sent", () => {
  const see = (release_id: string, query = "") => world.label.call(`GET /v1/releases/${release_id}/ern${query}`);

  test("is that of the store, in the version that is asked for", async () => {
    const release_id = await makeRelease(world);
    const shown = await see(release_id, "?store_id=store_ern&version=4.3");
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(shown.text).toContain('xmlns:ern="http://ddex.net/xml/ern/43"');
    expect(shown.text).toContain("<MessageRecipient><PartyId>PADPIDA2009101501Y</PartyId>");
    expect((await see(release_id, "?store_id=store_auralis")).text).toContain("ern/432");
    expect((await see(release_id)).status).toBe(200);
  });

  test("is refused where it would not be valid, with the path of each problem", async () => {
    const { id } = (
      await must(world.label, "POST /v1/releases", {
        title: "Bare",
        artists: [{ name: "Vera Lux", role: "main" }],
        release_date: "2027-03-01",
      })
    ).body;
    const refused = await see(id);
    expect([refused.status, refused.body.error.code]).toEqual([422, "validation_failed"]);
    const fields = refused.body.error.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(["ResourceList/SoundRecording", "ResourceList/Image"]));
  });

  test("is for enterprise organizations, of their own releases, at stores that exist", async () => {
    const release_id = await makeRelease(world);
    const other = await world.organization({ tier: "enterprise" });
    expect((await other.call(`GET /v1/releases/${release_id}/ern`)).status).toBe(404);
    expect((await see(release_id, "?store_id=store_nowhere")).status).toBe(400);
    expect((await see(release_id, "?version=3.8")).status).toBe(400);
    const small = await world.organization({ tier: "pro" });
    const refused = await small.call(`GET /v1/releases/${release_id}/ern`);
    expect([refused.status, refused.body.error.code]).toEqual([403, "tier_not_eligible"]);
  });
});

describe("a release taken along", () => {
  test("is a message with all lyrics, in every tier, of the organization's own releases, each with an id of its own", async () => {
    const release_id = await makeRelease(world);
    const see = (by = world.label) => by.call(`GET /v1/releases/${release_id}/export`);
    const tracks = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    const body = { lyrics: "La la", lyrics_synced: "[00:01.00]La la" };
    await must(world.label, `PATCH /v1/tracks/${tracks[0].id}`, body);
    await must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, { tier: "pro" });
    const shown = await see();
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(shown.text).toContain("ern/432");
    expect(shown.text.match(/<URI>resources\/\d+_01_001\.(txt|lrc)<\/URI>/g)).toHaveLength(2);
    expect(shown.text.match(/LinkDescription="Lyrics">/g)).toHaveLength(2);
    world.clock.advance(1_000);
    const idOf = (text: string) => /<MessageId>([^<]+)</.exec(text)?.[1];
    expect(idOf((await see()).text)).not.toBe(idOf(shown.text));
    await must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, { tier: "enterprise" });
    expect((await see(await world.organization({ tier: "pro" }))).status).toBe(404);
  });
});

describe("with DDEX's schemas", () => {
  const folder = join(process.env.DDEX_FOLDER ?? "", "xsd");
  let schemas: XsdChecker | undefined;
  afterAll(() => schemas?.close());

  test("one release to 20 stores is compared once", async () => {
    if (!existsSync(folder)) return console.warn("DDEX_FOLDER has no schemas: nothing is compared.");
    const checker = createXsdChecker(folder);
    schemas = checker;
    const release_id = await makeRelease(world);
    const store_ids = Array.from({ length: 20 }, (_, index) => `store_ern_${index}`);
    for (const [index, store_id] of store_ids.entries())
      await addStore(store_id, { recipients: [{ party_id: "PADPIDA2009101501Y", party_name: `Store ${index}` }] });
    await must(world.label, `POST /v1/releases/${release_id}/submit`);
    const body = { release_id, store_ids, territory_codes: ["WORLDWIDE"] };
    const { id: delivery_id } = (await must(world.label, "POST /v1/deliveries", body)).body;
    const vault = { seal: () => "", open: () => undefined };
    const ern = { sender: recipients[0] ?? null, control_type: "TestMessage" } as const;
    const works = store_ids.map((store_id) => ({
      organization_id: world.label.id,
      release_id,
      delivery_id,
      store_id,
      attempt: 1,
      failures: 0,
      step: "send" as const,
    }));
    const parts = { connectors, vault, ern, schemas: checker } as never;
    const performStep = stepPerformers(parts).perform;
    const outcomes = await Promise.all(works.map((work) => performStep(world.ctx, work)));
    expect(outcomes.every((outcome) => outcome && "receipt" in outcome)).toBe(true);
    expect(checker.compared()).toBe(1);
    const kept = await world.ctx.db`
      select distinct document_id, length(document) < 2000 as is_short from store_messages where delivery_id = ${delivery_id}`;
    expect(kept).toMatchObject([{ is_short: true }]);
    for (const [index, store_id] of store_ids.entries()) {
      const path = `/v1/operator/stores/${store_id}/messages/${delivery_id}-${store_id}-1`;
      const { text } = await must(world.operator, `GET ${path}`);
      expect(text).toContain(`<FullName>Store ${index}</FullName>`);
      expect(await checker.check(ernSchema("4.3.2"), { key: text, document: () => text })).toEqual([]);
    }
  });

  test("a purge is compared before it goes out", async () => {
    if (!existsSync(folder)) return;
    const checker = createXsdChecker(folder);
    const taken = { ...releaseMessage(), store_id: "store_ern" };
    const store = { connector: { takedown_style: "purge", recipients }, capabilities: { message_format: "ern_4.3" } };
    const ern = { sender: recipients[0] ?? null, control_type: "TestMessage" } as const;
    const { document, problems } = await writeDocument({}, { ern, schemas: checker }, {
      store,
      kind: connectors.swallowing,
      message: takedownOf(taken),
    } as never);
    expect(document).toContain("<ern:PurgeReleaseMessage");
    expect([problems, checker.compared()]).toEqual([[], 1]);
    await checker.close();
  });

  test("a document that only the schema finds wrong does not go out", async () => {
    if (!existsSync(folder)) return;
    let is_broken = true;
    const strict = await createWorld({
      environment: "sandbox",
      ddex_schemas: folder,
      connectors: {
        wrong: {
          ...(connectors.swallowing as object),
          *write(message: never, inputs: never) {
            const { document, problems, sample } = yield* writeErn(message, inputs);
            const whole = sample && (yield* sample());
            const broken = (whole?.document() ?? "").replace(/<Duration>[^<]*<\/Duration>/, "");
            const wrong = { schema: whole?.schema ?? "", key: "broken", document: () => broken };
            const chosen = is_broken ? wrong : whole;
            return { document, problems, sample: () => ofValue(chosen) };
          },
        } as never,
      },
    });
    await must(strict.operator, `PATCH /v1/operator/organizations/${strict.label.id}`, { isrc_prefix: "QZABC" });
    const connector = { kind: "wrong", recipients };
    const store = { store_id: "store_ern", name: "E", territories: ["WORLD"], requirements: "none", connector };
    await must(strict.operator, "POST /v1/operator/stores", store);
    const release_id = await makeRelease(strict);
    await must(strict.label, `POST /v1/releases/${release_id}/submit`);
    const body = { release_id, store_ids: ["store_ern"], territory_codes: ["WORLDWIDE"] };
    const refused = await strict.label.call("POST /v1/deliveries", { body });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [{ field: "tracks[0].advisory", issue: expect.stringContaining("makes the message to the store invalid") }],
    ]);
    is_broken = false;
    const { id } = (await must(strict.label, "POST /v1/deliveries", body)).body;
    is_broken = true;
    await strict.runJobs();
    const [row] = (await must(strict.label, `GET /v1/deliveries/${id}`)).body.stores;
    expect([row.status, row.rejection_code]).toEqual(["action_required", "invalid_message"]);
    expect(row.rejection_reason).toContain("/SoundRecording");
    await strict.close();
  });
});
