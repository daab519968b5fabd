import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { makeContract, makePayee } from "../../../test/contracts.ts";
import { insertReport, makeRecordings, makeStore, nextPeriod } from "../../../test/reported-sales.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await makeStore(world, "store_east");
});
afterAll(() => world.close());

test("a payee statement is a PDF for clients that ask for one, twice the same, and another organization's is not found", async () => {
  const member = await world.organization({ fee_rate: "0.15" });
  const { tracks, match } = await makeRecordings(member, 1);
  const payee_id = await makePayee(member, { name: "Ada Lund" });
  await makeContract(member, { shares: [{ payee_id, share: "0.5" }] });
  const period = nextPeriod(world);
  const { id = "", isrc = "" } = tracks[0] ?? {};
  const rows = [{ isrc, play_count: 100_000, unit_rate: "0.0035" }];
  await insertReport(world, { store_id: "store_east", period, rows, match: () => ({ ...match(), track_ids: [id] }) });
  await must(world.operator, `POST /v1/operator/periods/${period}/close`);
  const [statement] = (await must(member, `GET /v1/payee-statements?period=${period}`)).body.data;

  const path = `/v1/payee-statements/${statement.id}`;
  const print = ({ key }: typeof member) =>
    fetch(`${world.url}${path}`, { headers: { accept: "application/pdf", authorization: `Bearer ${key}` } });
  const answer = await print(member);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  for (const shown of ["119.00", "238.00", "Ada Lund", "100,000", statement.id]) expect(text).toContain(shown);
  expect(Buffer.from(await (await print(member)).arrayBuffer()).equals(bytes)).toBe(true);
  expect((await print(await world.organization({}))).status).toBe(404);
});
