// The demo's payees: eight artists of its catalogue, who share what it earns by four contracts. They are there before the statements,
// so that each statement is shared. A payee is found by its external id, a contract by its name, and a cost by its description.

import {
  type Contract,
  type NewContract,
  type NewContractCost,
  type NewPayee,
  type Payee,
  type PaymentDetails,
  type Release,
  type Segue,
  SegueError,
} from "@segue/sdk";
import type { DemoRelease } from "./catalogue.ts";
import type { Demo } from "./demo-parts.ts";
import { catalogNumber, SECOND_LABEL } from "./draft.ts";
import { monthsBefore } from "./money.ts";

type DemoPayee = Omit<NewPayee, "external_id"> & { name: string; payment?: PaymentDetails };

const bank = (holder: string, iban: string): PaymentDetails => ({ method: "bank", holder, iban });

const payees: readonly DemoPayee[] = [
  { name: "Marrowlight" },
  { name: "Tavi Ondrel", payment: bank("Tavi Ondrel", "GB82WEST12345698765432") },
  { name: "Sable Orrery", paid_by: "organization" },
  { name: "Nixa Verdane", paid_by: "organization" },
  { name: "Quillfen" },
  {
    name: "Bramwick Five",
    email: "bramwick-five@example.com",
    payment: bank("Bramwick Five", "DE89370400440532013000"),
  },
  {
    name: "Odo Lanthorn",
    tax: {
      country: "DE",
      form: "w8ben",
      received_on: "2026-01-15",
      expires_on: "2029-12-31",
      withholding_rate: "0.30",
      withholding_territories: ["US"],
    },
  },
  { name: "Yarrow Quint" },
];

type DemoContract = {
  name: string;
  /** `releases` and `tracks_of`: the numbers of releases. Those that this demo leaves out are not in the contract either. */
  of: { releases: number[] } | { tracks_of: number[] } | { label: string } | { all: true };
  terms: NonNullable<NewContract["terms"]>;
  /** By the payee's name. */
  shares: Readonly<Record<string, string>>;
  costs?: readonly NewContractCost[];
  /** It ends with this one of the demo's months, counted from 0. */
  ends_in?: number;
};

const contracts: readonly DemoContract[] = [
  {
    name: "Whole catalogue",
    of: { all: true },
    terms: [{ rate: "0.25", store_ids: ["store_auralis"] }, { rate: "0.3" }],
    shares: { "Bramwick Five": "0.4", "Odo Lanthorn": "0.3", Marrowlight: "0.2" },
  },
  {
    name: "Nixa Verdane, Glasswing and Paper Satellites",
    of: { releases: [4, 9] },
    terms: [{ rate: "0.6" }],
    shares: { "Nixa Verdane": "0.7", "Sable Orrery": "0.2" },
    costs: [
      { kind: "advance", amount: "1600.00", currency: "EUR", description: "Advance for Paper Satellites" },
      { kind: "cost", amount: "80.00", currency: "USD", description: "Mastering of Glasswing" },
    ],
  },
  {
    name: "Singles and the compilation, by track",
    of: { tracks_of: [2, 6, 7] },
    terms: [{ rate: "0.5" }],
    shares: { "Tavi Ondrel": "0.4", "Bramwick Five": "0.2", Quillfen: "0.1", "Sable Orrery": "0.1" },
  },
  {
    name: `${SECOND_LABEL}, first half`,
    of: { label: SECOND_LABEL },
    terms: [{ rate: "0.5" }],
    shares: { Quillfen: "0.5", "Yarrow Quint": "0.4" },
    ends_in: 2,
  },
];

/** The payee whose whole balance in this currency is paid out. Its payment details are new, so the payout is on hold. */
const paid_out = { name: "Bramwick Five", currency: "EUR" };

const PAGE = 100;
/** One for each payee and contract, and one for the payout. */
export const PAYEE_STEPS = payees.length + contracts.length + 1;

/** Who got a part. `left`: why there are none. */
export type DemoPayees = { count: number; left: string | null };

/** Keys that are older than payees have no right to them: the demo goes on without. */
export async function makePayees(demo: Demo, present: ReadonlyMap<string, Release>): Promise<DemoPayees> {
  try {
    const known = await findPayees(demo);
    const made = new Map<string, Payee>();
    for (const [index, row] of payees.entries()) {
      const payee = await makePayee(demo, row, known.get(externalId(index)) ?? externalId(index));
      if (payee.status === "active") made.set(row.name, payee);
      demo.progress.sent(1);
    }
    await makeContracts(demo, made, present);
    return { count: payees.length, left: null };
  } catch (error) {
    if (!(error instanceof SegueError && error.code === "insufficient_scope")) throw error;
    demo.progress.say(`No payees: ${error.message}`);
    demo.progress.sent(PAYEE_STEPS - 1);
    return { count: 0, left: error.message };
  }
}

const externalId = (index: number) => `DEMO-P${index + 1}`;

async function findPayees({ client }: Demo): Promise<Map<string, Payee>> {
  const known = new Map<string, Payee>();
  for await (const payee of client.payees.list({ limit: PAGE }))
    if (payee.external_id !== null) known.set(payee.external_id, payee);
  return known;
}

/** `found`: the payee, or the external id of the one that is still to be made. */
async function makePayee({ client, write }: Demo, row: DemoPayee, found: Payee | string): Promise<Payee> {
  const { payment, ...given } = row;
  const payee =
    typeof found === "string"
      ? await client.payees.create({ ...given, external_id: found }, write("payee", row.name))
      : found;
  if (payment && payee.payment === null)
    await client.payees.payment.update(payee.id, payment, write("payee", row.name, "payment"));
  return payee;
}

async function makeContracts(
  demo: Demo,
  made: ReadonlyMap<string, Payee>,
  present: ReadonlyMap<string, Release>,
): Promise<void> {
  const known = new Map<string, Contract>();
  for await (const contract of demo.client.contracts.list({ limit: PAGE })) known.set(contract.name, contract);
  for (const row of contracts) {
    const contract = known.get(row.name) ?? (await createContract(demo, row, { made, present }));
    if (contract) await putInForce(demo, row, contract);
    demo.progress.sent(1);
  }
}

type Parties = { made: ReadonlyMap<string, Payee>; present: ReadonlyMap<string, Release> };

/** Undefined without its releases, or if a payee of it was archived. */
async function createContract(
  demo: Demo,
  row: DemoContract,
  { made, present }: Parties,
): Promise<Contract | undefined> {
  const { name, terms } = row;
  const applies_to = await subjectOf(demo, row, present);
  const shares = Object.entries(row.shares).flatMap(([payee, share]) => {
    const payee_id = made.get(payee)?.id;
    return payee_id === undefined ? [] : [{ payee_id, share }];
  });
  if (!applies_to || shares.length < Object.keys(row.shares).length) return undefined;
  return demo.client.contracts.create({ name, applies_to, terms, shares }, demo.write("contract", name));
}

async function subjectOf(
  { client }: Demo,
  { of }: DemoContract,
  present: ReadonlyMap<string, Release>,
): Promise<NewContract["applies_to"] | undefined> {
  if ("label" in of || "all" in of) return of;
  const idsOf = (numbers: readonly DemoRelease["number"][]) =>
    numbers.flatMap((number) => present.get(catalogNumber({ number }))?.id ?? []);
  if ("releases" in of) {
    const release_ids = idsOf(of.releases);
    return release_ids.length > 0 ? { release_ids } : undefined;
  }
  const lists = idsOf(of.tracks_of).map((release_id) => client.tracks.list({ release_id, limit: PAGE }));
  const track_ids = (await Promise.all(lists)).flatMap(({ data }) => data.map(({ id }) => id));
  return track_ids.length > 0 ? { track_ids } : undefined;
}

/** Costs come before it is active, so that an interrupted run leaves a draft that the next one completes. */
async function putInForce(demo: Demo, row: DemoContract, { id, status }: Contract): Promise<void> {
  const { client, write, began_at } = demo;
  if (status === "draft") {
    await makeCosts(demo, row, id);
    await client.contracts.activate(id, write("contract", row.name, "activate"));
  }
  const ends_on = row.ends_in === undefined ? undefined : monthsBefore(began_at)[row.ends_in];
  if (ends_on && status !== "ended") await client.contracts.end(id, { ends_on }, write("contract", row.name, "end"));
}

async function makeCosts({ client, write }: Demo, { costs = [] }: DemoContract, contract_id: string): Promise<void> {
  if (costs.length === 0) return;
  const { data } = await client.contracts.costs.list(contract_id, { limit: PAGE });
  for (const cost of costs)
    if (!data.some(({ description }) => description === cost.description))
      await client.contracts.costs.create(contract_id, cost, write("cost", cost.description));
}

/** Everything that the payee has, once. A payee that earned nothing gets none. */
export async function makePayeePayout({ client, write, progress }: Demo, { left }: DemoPayees): Promise<void> {
  if (left === null) {
    const { name, currency } = paid_out;
    const { data } = await client.payees.list({ q: name, limit: PAGE });
    const payee_id = data.find(({ external_id }) => external_id === externalId(placeOf(name)))?.id;
    if (payee_id !== undefined && (await isUnpaid(client, payee_id)))
      await client.payouts.create({ payee_id, currency }, write("payout", name));
  }
  progress.sent(1);
}

const placeOf = (name: string) => payees.findIndex((payee) => payee.name === name);

async function isUnpaid(client: Segue, payee_id: string): Promise<boolean> {
  for await (const payout of client.payouts.list({ limit: PAGE })) if (payout.payee_id === payee_id) return false;
  const { data } = await client.payees.balance(payee_id);
  return data.some(({ currency, available }) => currency === paid_out.currency && Number(available) > 0);
}
