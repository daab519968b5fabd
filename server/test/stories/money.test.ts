// Money by HTTP alone: from what stores report to what the bank sends back, with every figure worked out by hand.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { must as succeed } from "../catalog.ts";
import { type Receiver, startReceiver } from "../receiver.ts";
import { addRelease, addStore } from "../sales.ts";
import { register } from "../webhooks.ts";
import { type Caller, createWorld, type Member, type World } from "../world.ts";

const REPORTS = "/v1/operator/sales-reports";
const TERMS = { fee_rate: "0.15", withholding_rate: "0.1" };

let world: World;
let receiver: Receiver;
let partner: Member;
beforeAll(async () => {
  world = await createWorld();
  receiver = await startReceiver();
  for (const store_id of ["store_east", "store_west"]) await addStore(world, store_id);
});
beforeEach(async () => {
  partner = await world.organization(TERMS);
  await register(partner, `${receiver.url}/${partner.id}`, ["statement.available", "payout.status.changed"]);
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const must = async (caller: Caller, operation: string, body?: object) => (await succeed(caller, operation, body)).body;
const close = (period: string) => must(world.operator, `POST /v1/operator/periods/${period}/close`);
const requestPayout = () => must(partner, "POST /v1/payouts", { currency: "EUR" });
const movePayout = (id: string, move: string, body?: object) =>
  must(world.operator, `POST /v1/operator/payouts/${id}/${move}`, body);
const balance = async () => (await must(partner, "GET /v1/balance")).data;

async function sendReport(store_id: string, period: string, rows: readonly string[]) {
  const raw = `isrc,territory,play_count,unit_rate,currency\n${rows.join("\n")}\n`;
  const sent = { raw, headers: { "content-type": "text/csv" } };
  const answer = await world.operator.call(`POST ${REPORTS}?store_id=${store_id}&period=${period}`, sent);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

async function statementOf(period: string) {
  const { data } = await must(partner, `GET /v1/statements?period=${period}`);
  expect(data).toHaveLength(1);
  return data[0];
}

/** In whole thousandths: no amount of these stories has more decimals, and a sum of floats would prove nothing. */
function thousandths(amount: string): bigint {
  const [, sign = "", whole = "", decimals = ""] = /^(-?)(\d+)\.(\d{2,3})$/.exec(amount) ?? [];
  return BigInt(`${sign}${whole}${decimals.padEnd(3, "0")}`);
}

/** Answers with what changed the balance, the oldest first. */
async function checkBooks(): Promise<string[]> {
  expect(await must(world.operator, "GET /v1/operator/ledger/check")).toMatchObject({
    is_right: true,
    differences: [],
  });
  const { data } = await must(partner, "GET /v1/balance/transactions?currency=EUR&limit=100");
  const [{ available }] = await balance();
  const amounts: string[] = data.map(({ amount }: { amount: string }) => amount);
  expect(amounts.map(thousandths).reduce((sum, amount) => sum + amount, 0n)).toBe(thousandths(available));
  return data.map(({ type, amount }: { type: string; amount: string }) => `${type} ${amount}`).reverse();
}

/** The events that the partner's endpoint received, in short. Events may overtake each other on their way. */
async function receivedEvents(): Promise<string[]> {
  await world.runJobs();
  return receiver
    .events()
    .filter(({ path }) => path.endsWith(partner.id))
    .map(({ event: { event_type, data } }) =>
      event_type === "statement.available"
        ? `${data.period_start} ${data.net_amount}`
        : `${data.amount} ${data.previous_status} → ${data.status}`,
    )
    .sort();
}

test("two stores report a month; it is assigned, closed, stated, requested, held, released and paid", async () => {
  const [song, disputed] = ["GB-MNY-26-00001", "GB-MNY-26-00002"];
  const first = await addRelease(world, partner, { isrcs: [song], stores: ["store_east"] });
  const second = await addRelease(world, partner, { isrcs: [disputed] });
  await addRelease(world, world.rival, { isrcs: [disputed] });

  const east = await sendReport("store_east", "2026-01", [`${song},DE,1000,0.0035,EUR`, `${song},FR,7,0.7,EUR`]);
  expect([east.matched, east.totals]).toEqual([2, [{ currency: "EUR", amount: "8.40" }]]);
  const west = await sendReport("store_west", "2026-01", [`${song},US,3,0.333,EUR`, `${disputed},DE,10,1.25,EUR`]);
  expect([west.matched, west.unmatched, west.unmatched_totals]).toEqual([1, 1, [{ currency: "EUR", amount: "12.50" }]]);
  const { data: unmatched } = await must(world.operator, `GET ${REPORTS}/${west.id}/unmatched`);
  expect(unmatched).toMatchObject([{ line: 3, isrc: disputed, play_count: 10, reason: "ambiguous" }]);
  const [track_id] = second.track_ids;
  const assigned = await must(world.operator, `POST ${REPORTS}/${west.id}/assign`, { isrc: disputed, track_id });
  expect([assigned.matched, assigned.unmatched]).toEqual([2, 0]);

  const closed = await close("2026-01");
  expect(closed.data).toMatchObject([{ organization_id: partner.id, net_amount: "16.759" }]);
  const statement = await statementOf("2026-01");
  expect(statement).toMatchObject({
    period_start: "2026-01-01",
    period_end: "2026-01-31",
    gross_amount: "21.899",
    fee_amount: "3.29",
    tax_amount: "1.85",
    net_amount: "16.759",
    ...TERMS,
    line_item_count: 4,
  });
  const { data: items } = await must(partner, `GET /v1/statements/${statement.id}/line-items`);
  const itemText = (item: Record<string, string>) =>
    `${item.isrc} ${item.store_id} ${item.territory}: ${item.play_count} × ${item.unit_rate} = ${item.earnings}`;
  expect(items.map(itemText).sort()).toEqual([
    `${song} store_east DE: 1000 × 0.0035 = 3.50`,
    `${song} store_east FR: 7 × 0.7 = 4.90`,
    `${song} store_west US: 3 × 0.333 = 0.999`,
    `${disputed} store_west DE: 10 × 1.25 = 12.50`,
  ]);
  const { data: royalties } = await must(partner, `GET /v1/royalties?statement_id=${statement.id}`);
  const amounts = (release_id: string, store_id: string) => {
    const found = royalties.filter((one: Record<string, unknown>) => one.release_id === release_id);
    const { gross_amount, fee_amount, tax_amount, net_amount } = found.find(
      (one: Record<string, unknown>) => one.store_id === store_id,
    );
    return [gross_amount, fee_amount, tax_amount, net_amount];
  };
  expect(royalties).toHaveLength(3);
  // Half-even: a fee of 0.14985 is 0.15, one of 1.875 is 1.88; a tax of 0.714 is 0.71.
  expect(amounts(first.release_id, "store_east")).toEqual(["8.40", "1.26", "0.71", "6.43"]);
  expect(amounts(first.release_id, "store_west")).toEqual(["0.999", "0.15", "0.08", "0.769"]);
  expect(amounts(second.release_id, "store_west")).toEqual(["12.50", "1.88", "1.06", "9.56"]);
  const { data: earnings } = await must(partner, "GET /v1/earnings?group_by=store");
  expect(earnings).toMatchObject([
    { key: "store_west", play_count: 13, earnings: "13.499" },
    { key: "store_east", play_count: 1007, earnings: "8.40" },
  ]);
  expect((await world.rival.call("GET /v1/statements")).body.data).toEqual([]);

  expect(await balance()).toEqual([{ currency: "EUR", available: "16.759", pending: "0.00" }]);
  const payout = await requestPayout();
  expect([payout.amount, payout.status]).toEqual(["16.75", "pending"]);
  const hold = { code: "identity_verification", reason: "Who are you?", required_actions: ["Send a passport."] };
  await movePayout(payout.id, "hold", hold);
  expect((await must(partner, `GET /v1/payouts/${payout.id}`)).hold).toMatchObject(hold);
  const early = await world.operator.call(`POST /v1/operator/payouts/${payout.id}/pay`, { body: {} });
  expect([early.status, early.body.error.code]).toEqual([409, "invalid_state"]);
  expect(await balance()).toEqual([{ currency: "EUR", available: "0.009", pending: "16.75" }]);
  await movePayout(payout.id, "release");
  await movePayout(payout.id, "process");
  await movePayout(payout.id, "pay", { reference: "SEPA 1" });
  expect(await must(partner, `GET /v1/payouts/${payout.id}`)).toMatchObject({ status: "paid", reference: "SEPA 1" });
  expect(await balance()).toEqual([{ currency: "EUR", available: "0.009", pending: "0.00" }]);

  expect(await receivedEvents()).toEqual([
    "16.75 on_hold → pending",
    "16.75 pending → on_hold",
    "16.75 pending → processing",
    "16.75 processing → paid",
    "2026-01-01 16.759",
  ]);
  expect(await checkBooks()).toEqual(["statement 16.759", "payout -16.75"]);
});

test("a report is reversed after its close, the debt is carried forward and paid from, and a payout comes back", async () => {
  const song = "GB-MNY-26-00003";
  await addRelease(world, partner, { isrcs: [song], stores: ["store_east"] });
  const wrong = await sendReport("store_east", "2026-02", [`${song},DE,100,1,EUR`]);
  await close("2026-02");
  // 100 less a fee of 15 and a tax of 8.50.
  expect((await statementOf("2026-02")).net_amount).toBe("76.50");
  const first = await requestPayout();
  await movePayout(first.id, "pay", { reference: "SEPA 2" });

  const reversal = await must(world.operator, `POST ${REPORTS}/${wrong.id}/reverse`);
  expect(reversal).toMatchObject({ reverses: wrong.id, totals: [{ currency: "EUR", amount: "-100.00" }] });
  const twice = await world.operator.call(`POST ${REPORTS}/${wrong.id}/reverse`);
  expect([twice.status, twice.body.error.code]).toEqual([409, "invalid_state"]);
  await close("2026-03");
  const debt = await statementOf("2026-03");
  expect([debt.gross_amount, debt.fee_amount, debt.tax_amount, debt.net_amount]).toEqual([
    "-100.00",
    "-15.00",
    "-8.50",
    "-76.50",
  ]);
  expect(await balance()).toEqual([{ currency: "EUR", available: "-76.50", pending: "0.00" }]);
  const refused = await partner.call("POST /v1/payouts", { body: { currency: "EUR" } });
  expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);

  // The right figures come with the next month: 150 less 22.50 and 12.75.
  await sendReport("store_east", "2026-04", [`${song},DE,150,1,EUR`]);
  await close("2026-04");
  expect((await statementOf("2026-04")).net_amount).toBe("114.75");
  const second = await requestPayout();
  expect(second.amount).toBe("38.25");
  await movePayout(second.id, "pay", { reference: "SEPA 3" });
  const returned = await movePayout(second.id, "fail", { reason: "The account is closed." });
  expect(returned).toMatchObject({ status: "failed", paid_at: expect.any(String) });
  expect(await balance()).toEqual([{ currency: "EUR", available: "38.25", pending: "0.00" }]);
  const third = await requestPayout();
  await movePayout(third.id, "pay", { reference: "SEPA 4" });

  expect(await receivedEvents()).toEqual([
    "2026-02-01 76.50",
    "2026-03-01 -76.50",
    "2026-04-01 114.75",
    "38.25 paid → failed",
    "38.25 pending → paid",
    "38.25 pending → paid",
    "76.50 pending → paid",
  ]);
  expect(await checkBooks()).toEqual([
    "statement 76.50",
    "payout -76.50",
    "statement -76.50",
    "statement 114.75",
    "payout -38.25",
    "payout_returned 38.25",
    "payout -38.25",
  ]);
});

test("the statement of docs/royalties.md comes out as it is worked through there", async () => {
  const song = "GB-MNY-26-00004";
  const label = await world.organization({
    fee_rate: "0.15",
    withholding_rate: "0.3",
    withholding_territories: ["US"],
  });
  await addRelease(world, label, { isrcs: [song] });
  const east = [`${song},DE,18204,0.0035,EUR`, `${song},US,5000,0.0041,EUR`, `${song},DE,-204,0.0035,EUR`];
  await sendReport("store_east", "2026-05", east);
  await sendReport("store_west", "2026-05", [`${song},US,3,0.99,EUR`, `${song},FR,10,0.7,EUR`]);
  await close("2026-05");
  const [statement] = (await must(label, "GET /v1/statements")).data;
  const { data: royalties } = await must(label, `GET /v1/royalties?statement_id=${statement.id}`);
  const amounts = (one: Record<string, string>) => [one.gross_amount, one.fee_amount, one.tax_amount, one.net_amount];
  expect(royalties.map((one: Record<string, string>) => [one.store_id, ...amounts(one)]).sort()).toEqual([
    ["store_east", "83.50", "12.52", "5.23", "65.75"],
    ["store_west", "9.97", "1.50", "0.76", "7.71"],
  ]);
  expect([...amounts(statement), statement.line_item_count]).toEqual(["93.47", "14.02", "5.99", "73.46", 5]);
});
