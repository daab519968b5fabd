// Stores write answers into their folder, at any time and under any name.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { deliverTo, submittedRelease } from "../../../test/fetching-store.ts";
import { hostileAcknowledgements } from "../../../test/hostile-xml.ts";
import { type SftpServer, startSftpServer } from "../../../test/sftp-server.ts";
import { type Caller, createWorld, type World } from "../../../test/world.ts";
import { writeAcknowledgement } from "../../ddex/acknowledgement.ts";

const store_id = "store_harbour";
const path = `/v1/operator/stores/${store_id}/messages`;
let world: World;
let server: SftpServer;

beforeAll(async () => {
  [world, server] = await Promise.all([createWorld({ environment: "sandbox" }), startSftpServer()]);
  await must(world.operator, "POST /v1/operator/stores", {
    store_id,
    name: "Harbour",
    territories: ["WORLD"],
    requirements: "none",
    connector: {
      kind: "ern_sftp",
      ...server.settings,
      ...server.secrets,
      ask_every_s: 60,
      recipients: [{ party_id: "PADPIDA2009101501Y", party_name: "Harbour" }],
    },
  });
});
afterAll(() => Promise.all([world.close(), server.stop()]));

let written = 0;

/** By default each is made a minute after the one before. */
function say(message_ids: readonly string[], release_status: string, minute = ++written): string {
  const created_at = new Date(Date.UTC(2026, 10, 3, 0, minute)).toISOString();
  const releases = message_ids.map((message_id) => ({
    release_status,
    proposed_action: release_status.startsWith("Processing") ? "DoNotResendRelease" : undefined,
    messages: [{ message_type: "NewReleaseMessage", message_id, statuses: [{ status: "FileOK" }] }],
  }));
  return writeAcknowledgement({ message_id: `A${minute}`, created_at, releases });
}

/** As some stores do: they name the release and no message. */
function sayOfRelease(icpn: string, release_status: string, minute = ++written): string {
  const created_at = new Date(Date.UTC(2026, 10, 3, 0, minute)).toISOString();
  return writeAcknowledgement({
    message_id: `A${minute}`,
    created_at,
    releases: [{ icpn, release_status, messages: [] }],
  });
}

function lay(name: string, text: string | Buffer): void {
  mkdirSync(join(server.folder, "acknowledgements"), { recursive: true });
  writeFileSync(join(server.folder, "acknowledgements", name), text);
}

async function laterOn(): Promise<void> {
  world.clock.advance(120_000);
  await world.runJobs();
}

type AtStore = { status: string; history: { status: string; is_ignored?: boolean }[] };

async function atStore(id: string, by: Caller = world.label): Promise<AtStore> {
  return (await must(by, `GET /v1/deliveries/${id}`)).body.stores[0];
}
const stepsOf = ({ history }: AtStore) =>
  history.map(({ status, is_ignored }) => (is_ignored ? `${status}, ignored` : status));

test("an acknowledgement is found by the message id inside, whatever the file is called", async () => {
  const id = await deliverTo(world, store_id);
  lay("status-4711.xml", say([`${id}-${store_id}-1`], "ReleaseReceivedByReleaseDistributor"));
  await laterOn();
  expect((await atStore(id)).status).toBe("ingesting");
  lay("status-4712.xml", say([`${id}-${store_id}-1`], "ReleaseMadeAvailableToConsumers"));
  await laterOn();
  expect((await atStore(id)).status).toBe("delivered");
});

test("a store that changes its mind after its first answer is believed, and a repeated answer changes nothing", async () => {
  const id = await deliverTo(world, store_id);
  const message_id = `${id}-${store_id}-1`;
  lay(`ACK_${message_id}_1.xml`, say([message_id], "ReleaseMadeAvailableToConsumers"));
  await laterOn();
  lay(`ACK_${message_id}_2.xml`, say([message_id], "ReleaseMadeAvailableToConsumers"));
  await laterOn();
  expect(stepsOf(await atStore(id))).toEqual(["queued", "sending", "ingesting", "delivered"]);
  lay(`ACK_${message_id}_3.xml`, say([message_id], "ProcessingErrorAtReleaseDistributor"));
  await laterOn();
  expect((await atStore(id)).status).toBe("rejected");
  lay(`ACK_${message_id}_0.xml`, say([message_id], "ReleaseMadeAvailableToConsumers", 0));
  await laterOn();
  expect((await atStore(id)).status).toBe("rejected");

  await must(world.label, `POST /v1/deliveries/${id}/resubmit`, {});
  await world.runJobs();
  lay("late.xml", say([message_id], "ReleaseMadeAvailableToConsumers"));
  await laterOn();
  expect([(await atStore(id)).status, stepsOf(await atStore(id)).at(-1)]).toEqual(["ingesting", "delivered, ignored"]);
});

test("an answer that is dated far ahead keeps no later one out", async () => {
  const id = await deliverTo(world, store_id);
  const message_id = `${id}-${store_id}-1`;
  const year_9000 = Date.UTC(9000, 0, 1) / 60_000 - Date.UTC(2026, 10, 3) / 60_000;
  lay("ahead.xml", say([message_id], "ReleaseMadeAvailableToConsumers", year_9000));
  await laterOn();
  expect((await atStore(id)).status).toBe("delivered");
  world.clock.advance(3 * 86_400_000);
  const minutes = (world.clock.now().getTime() - Date.UTC(2026, 10, 3)) / 60_000;
  lay("now.xml", say([message_id], "ProcessingErrorAtReleaseDistributor", minutes));
  await laterOn();
  expect((await atStore(id)).status).toBe("rejected");
});

test("a takedown that is confirmed late, by a file about several messages that the store wrote twice", async () => {
  const [one, other] = [await deliverTo(world, store_id), await deliverTo(world, store_id)];
  const ids = [one, other].map((id) => `${id}-${store_id}-1`);
  lay("both.xml", say(ids, "ReleaseReceivedByReleaseDistributor"));
  await laterOn();
  lay("both.xml", say(ids, "ReleaseMadeAvailableToConsumers"));
  await laterOn();
  expect([(await atStore(one)).status, (await atStore(other)).status]).toEqual(["delivered", "delivered"]);
  await must(world.label, `POST /v1/deliveries/${one}/takedown`, {});
  await world.runJobs();
  for (let days = 0; days < 3; days++) {
    world.clock.advance(86_400_000);
    await world.runJobs();
  }
  expect((await atStore(one)).status).toBe("takedown_requested");
  lay("gone.xml", say([`${ids[0]}-takedown`], "ReleaseNotAvailable"));
  await laterOn();
  expect([(await atStore(one)).status, (await atStore(other)).status]).toEqual(["taken_down", "delivered"]);
});

test("files that are hostile, foreign or too large do not stop the others", async () => {
  const id = await deliverTo(world, store_id);
  const message_id = `${id}-${store_id}-1`;
  mkdirSync(join(server.folder, "acknowledgements", "0-a folder.xml"));
  lay("0-bomb.xml", `<!DOCTYPE a [<!ENTITY b "${"c".repeat(1_000)}">]><a>&b;</a>`);
  lay("0-broken.xml", "<AcknowledgementMessage><MessageHeader>");
  lay("0-large.xml", Buffer.alloc(3 * 2 ** 20, "<a/>"));
  lay("0-old.xml", say([message_id], "RightsConflict").replace(/2026-11-03/, "0000-01-01"));
  lay("0-other.xml", say(["dlv_none-store_harbour-1", `${id}-store_auralis-1`], "RightsConflict"));
  lay("0-zeros.xml", Buffer.alloc(10_000));
  for (const [index, make] of Object.values(hostileAcknowledgements).entries()) lay(`0-hostile-${index}.xml`, make());
  for (let file = 0; file < 250; file++) lay(`0-none-${file}.txt`, "nothing");
  lay("1.xml", say([message_id], "ReleaseMadeAvailableToConsumers"));
  await laterOn();
  expect((await atStore(id)).status).toBe("delivered");
});

test("the operator sees what came back, byte for byte", async () => {
  const id = await deliverTo(world, store_id);
  const message_id = `${id}-${store_id}-1`;
  const texts = ["ReleaseReceivedByReleaseDistributor", "ReleaseMadeAvailableToConsumers"].map((status) =>
    say([message_id], status),
  );
  for (const [index, text] of texts.entries()) {
    lay(`ACK_${message_id}_${index}.xml`, text);
    await laterOn();
  }
  const [message] = (await must(world.operator, `GET ${path}?delivery_id=${id}`)).body.data;
  expect(message.acknowledgements).toEqual(
    [0, 1].map((index) => ({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: `ACK_${message_id}_${index}.xml`,
      made_at: expect.stringMatching(/^2026-11-03T/),
      received_at: expect.any(String),
    })),
  );
  const sums: string[] = message.acknowledgements.map(({ sha256 }: { sha256: string }) => sha256);
  const read = (sum: string | undefined, of = message_id) =>
    world.operator.call(`GET ${path}/${of}/acknowledgements/${sum}`);
  for (const [index, text] of texts.entries()) {
    const { status, text: bytes, headers } = await read(sums[index]);
    expect([status, bytes, headers.get("content-type")]).toEqual([200, text, "application/xml"]);
  }
  expect((await read(sums[0], `${id}-${store_id}-2`)).status).toBe(404);
  expect((await read("none")).status).toBe(404);
  expect((await world.label.call(`GET ${path}/${message_id}/acknowledgements/${sums[0]}`)).status).toBe(404);
});

describe("an acknowledgement that names the release alone", () => {
  const upcOf = async (id: string) => {
    const { release_id } = (await must(world.label, `GET /v1/deliveries/${id}`)).body;
    return (await must(world.label, `GET /v1/releases/${release_id}`)).body.upc as string;
  };

  test("is about the newest message of that release that the store has not answered", async () => {
    const [other, id] = [await deliverTo(world, store_id), await deliverTo(world, store_id)];
    const icpn = await upcOf(id);
    lay("release-1.xml", sayOfRelease(icpn, "ProcessingErrorAtReleaseDistributor"));
    await laterOn();
    expect([(await atStore(id)).status, (await atStore(other)).status]).toEqual(["rejected", "ingesting"]);
    await must(world.label, `POST /v1/deliveries/${id}/resubmit`, {});
    await world.runJobs();
    // The same bytes in another file say nothing about the new message.
    lay("release-1-again.xml", sayOfRelease(icpn, "ProcessingErrorAtReleaseDistributor", written));
    await laterOn();
    expect((await atStore(id)).status).toBe("ingesting");
    lay("release-2.xml", sayOfRelease(`0${icpn}`, "ReleaseMadeAvailableToConsumers"));
    await laterOn();
    expect((await atStore(id)).status).toBe("delivered");
    await must(world.label, `POST /v1/deliveries/${id}/takedown`, {});
    await world.runJobs();
    lay("release-3.xml", sayOfRelease(icpn, "ReleaseNotAvailable"));
    await laterOn();
    expect([(await atStore(id)).status, (await atStore(other)).status]).toEqual(["taken_down", "ingesting"]);
  });

  test("is about the last message, where all are answered", async () => {
    const id = await deliverTo(world, store_id);
    const icpn = await upcOf(id);
    lay("release-4.xml", sayOfRelease(icpn, "ReleaseMadeAvailableToConsumers"));
    await laterOn();
    expect((await atStore(id)).status).toBe("delivered");
    lay("release-5.xml", sayOfRelease(icpn, "ReleaseViolatesTermsOfService"));
    await laterOn();
    expect((await atStore(id)).status).toBe("rejected");
  });

  test("is about no message, where two organizations sent the store a release with that code", async () => {
    const [mine, theirs] = [await submittedRelease(world), await submittedRelease(world, world.rival)];
    const { upc } = (await must(world.label, `GET /v1/releases/${mine}`)).body;
    await must(world.rival, `PATCH /v1/releases/${theirs}`, { upc });
    const first = await deliverTo(world, store_id, mine);
    lay("shared-0.xml", sayOfRelease(upc, "ProcessingErrorAtReleaseDistributor"));
    await laterOn();
    expect((await atStore(first)).status).toBe("rejected");
    const second = await deliverTo(world, store_id, theirs, world.rival);
    // The same bytes again, as before the other organization sent anything, and other ones.
    lay("shared-0-again.xml", sayOfRelease(upc, "ProcessingErrorAtReleaseDistributor", written));
    lay("shared-1.xml", sayOfRelease(upc, "ReleaseMadeAvailableToConsumers"));
    await laterOn();
    expect([(await atStore(first)).status, (await atStore(second, world.rival)).status]).toEqual([
      "rejected",
      "ingesting",
    ]);
    lay("shared-2.xml", say([`${second}-${store_id}-1`], "ReleaseMadeAvailableToConsumers"));
    await laterOn();
    expect((await atStore(second, world.rival)).status).toBe("delivered");
  });

  test("by its UPC in one file and its EAN in another: both are received, and the newest decides", async () => {
    const release_id = await submittedRelease(world);
    await must(world.label, `PATCH /v1/releases/${release_id}`, { ean: "4006381333931" });
    const id = await deliverTo(world, store_id, release_id);
    const newer = sayOfRelease(await upcOf(id), "ProcessingErrorAtReleaseDistributor", 2_000);
    lay("codes-1.xml", newer);
    lay("codes-2.xml", sayOfRelease("4006381333931", "ReleaseReceivedByReleaseDistributor", 1_999));
    await laterOn();
    expect((await atStore(id)).status).toBe("rejected");
  });

  test("and a code that no message has is passed over", async () => {
    const id = await deliverTo(world, store_id);
    for (const [place, icpn] of ["036000291452", "none", "0", "9".repeat(14), "9".repeat(1_000)].entries())
      lay(`foreign-${place}.xml`, sayOfRelease(icpn, "RightsConflict"));
    await laterOn();
    expect((await atStore(id)).status).toBe("ingesting");
  });
});

test("however many messages wait for an answer, the store is asked for all of them at once", async () => {
  for (let waiting = 0; waiting < 3; waiting++) await deliverTo(world, store_id);
  await laterOn();
  const before = server.calls;
  await laterOn();
  expect(server.calls - before).toBe(1);
});
