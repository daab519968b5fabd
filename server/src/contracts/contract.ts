import { type Static, Type } from "typebox";
import { Amount, Currency } from "../ledger/amount.ts";
import { Rate, termConditions } from "../organizations/terms.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Id, Month, Nullable, OneOf, onlyFieldsOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { shownAmount } from "../standards/currency.ts";
import { add, compare, type Decimal, parseDecimal, ZERO } from "../standards/decimal.ts";

export const MAX_CONTRACTS = 5_000;
const MAX_TARGETS = 500;

export const contractStatuses = ["draft", "active", "ended"] as const;
export type ContractStatus = (typeof contractStatuses)[number];

export const contractTransitions = {
  activate: { from: ["draft"], to: "active", event: "none" },
  end: { from: ["active"], to: "ended", event: "none" },
} as const satisfies Transitions<ContractStatus, never>;

const targets = (prefix: string, noun: string) =>
  Type.Array(Id(prefix, { maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_TARGETS,
    uniqueItems: true,
    description: `Its ${noun}. One that is deleted later stays here and holds nothing.`,
  });

const AppliesTo = Type.Object(
  {
    track_ids: Type.Optional(targets("trk", "tracks")),
    release_ids: Type.Optional(targets("rel", "releases")),
    label: Type.Optional(
      Text({
        maxLength: 200,
        description: "All releases of this label, exactly as releases name it when a statement is written.",
      }),
    ),
    all: Type.Optional(
      Type.Boolean({
        rule: (all: boolean): Issue[] => (all ? [] : [problem("", "must be true, or left out")]),
        description: "Everything of the organization.",
      }),
    ),
  },
  {
    title: "ContractSubject",
    additionalProperties: false,
    rule: subjectIssues,
    description:
      "One of `track_ids`, `release_ids`, `label` and `all`. The contract of its track holds a line, else that of its release, of its label, " +
      "or of all.",
    examples: [{ all: true }],
  },
);
type AppliesTo = Static<typeof AppliesTo>;

function subjectIssues(subject: object): Issue[] {
  return Object.keys(subject).length === 1
    ? []
    : [problem("", "must have exactly one of `track_ids`, `release_ids`, `label` and `all`")];
}

const Term = Type.Object({ rate: Rate, ...termConditions }, { title: "ContractTerm", additionalProperties: false });
export type Term = Static<typeof Term>;

const Terms = Type.Array(Term, {
  maxItems: 20,
  description:
    "The first that holds a line gives the rate of it that is payable; without one it is 0. An active contract has at least one.",
  examples: [[{ rate: "0.8" }]],
});

const Share = Type.Object(
  { payee_id: Id("pye", { maxLength: 100 }), share: { ...Rate, examples: ["0.5"] } },
  { title: "ContractShare", additionalProperties: false },
);
type Share = Static<typeof Share>;

const Shares = Type.Array(Share, {
  maxItems: 50,
  rule: shareIssues,
  description:
    "The payees' parts of what is payable, at most 1 together; the rest is the organization's. An active contract has at least one.",
});

const ONE: Decimal = { units: 1n, scale: 0 };

/** Each entry's own rules report what is wrong inside it. */
function shareIssues(shares: readonly Partial<Record<keyof Share, unknown>>[]): Issue[] {
  const first = new Map<unknown, number>();
  let sum = ZERO;
  const twice = shares.flatMap((entry, index): Issue[] => {
    const { payee_id, share } = entry ?? {};
    if (typeof share === "string") sum = add(sum, parseDecimal(share) ?? ZERO);
    if (typeof payee_id !== "string") return [];
    const before = first.get(payee_id);
    if (before === undefined) first.set(payee_id, index);
    return before === undefined ? [] : [problem(`[${index}].payee_id`, `is the payee of entry ${before + 1}`)];
  });
  return compare(sum, ONE) > 0 ? [...twice, problem("", "must sum to at most 1")] : twice;
}

const name = Text({ maxLength: 200, examples: ["Vera Lux, albums"] });
const startsOn = Nullable(Month({ description: "The first month of use that it holds. Null: from the beginning." }));
const endsOn = Nullable(Month({ description: "The last month of use that it holds. Null: no end." }));

const terms = { name, applies_to: AppliesTo, starts_on: startsOn, ends_on: endsOn, terms: Terms, shares: Shares };

const Recoupment = Type.Object(
  {
    currency: Currency,
    costs: Amount({
      description: "All advances and costs; of a cancelled one, the part that was recouped.",
      examples: ["500.00"],
    }),
    recouped: Amount({ examples: ["238.00"] }),
    outstanding: Amount({ description: "`costs` less `recouped`.", examples: ["262.00"] }),
  },
  { title: "ContractRecoupment" },
);

const version = Type.Integer({
  minimum: 1,
  description: "Each change of a contract that is no draft makes a new one. Statements keep theirs.",
  examples: [1],
});

export const Contract = Type.Object(
  {
    id: Id("con"),
    ...terms,
    status: OneOf(contractStatuses, { description: "A `draft` holds nothing. An `ended` one still holds its months." }),
    recoupment: Type.Array(Recoupment, { description: "By currency." }),
    version,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Contract" },
);
export type Contract = Static<typeof Contract>;

export const ContractVersion = Type.Object(
  { version, ...terms, created_at: Timestamp },
  { title: "ContractVersion", description: "A contract as it was from then on." },
);
export type ContractVersion = Static<typeof ContractVersion>;

export const ContractChanges = Type.Partial(Type.Object(terms), {
  title: "ContractChanges",
  additionalProperties: false,
});
export type ContractChanges = Static<typeof ContractChanges>;

export const NewContract = Type.Object(
  { ...ContractChanges.properties, name, applies_to: AppliesTo },
  { title: "NewContract", additionalProperties: false },
);
export type NewContract = Static<typeof NewContract>;

export const ContractEnd = Type.Object(
  { ends_on: Month({ description: "The last month of use that it holds." }) },
  { title: "ContractEnd", additionalProperties: false },
);

/** As it is kept. Ids of targets are in the order in which they were given. */
export type ContractRow = Omit<Contract, "applies_to" | "recoupment"> & {
  organization_id: string;
  level: "track" | "release" | "label" | "all";
  label: string | null;
  targets: string[];
  recoupment: { currency: string; costs: string; recouped: string; outstanding: string }[];
};

/** The subject of a contract, as columns. */
export function subjectOf({
  track_ids,
  release_ids,
  label,
}: AppliesTo): Pick<ContractRow, "level" | "label" | "targets"> {
  if (track_ids) return { level: "track", label: null, targets: track_ids };
  if (release_ids) return { level: "release", label: null, targets: release_ids };
  if (label !== undefined) return { level: "label", label, targets: [] };
  return { level: "all", label: null, targets: [] };
}

export function appliesTo({ level, label, targets }: Pick<ContractRow, "level" | "label" | "targets">): AppliesTo {
  if (level === "track") return { track_ids: targets };
  if (level === "release") return { release_ids: targets };
  return label === null ? { all: true } : { label };
}

const contractFields = onlyFieldsOf(Type.Omit(Contract, ["applies_to", "recoupment"]));

export function shownContract(row: ContractRow): Contract {
  const recoupment = row.recoupment.map(({ currency, costs, recouped, outstanding }) => ({
    currency,
    costs: shownAmount(costs, currency),
    recouped: shownAmount(recouped, currency),
    outstanding: shownAmount(outstanding, currency),
  }));
  return { ...contractFields(row), applies_to: appliesTo(row), recoupment };
}

/** Each condition is written out, also where a request leaves it out. */
export function wholeTerms(given: readonly Term[]): Term[] {
  return given.map(({ rate, store_ids = null, territories = null }) => ({ rate, store_ids, territories }));
}

/** The problems of a contract that is no draft. */
export function holdingIssues({ terms, shares }: Pick<Contract, "terms" | "shares">): Issue[] {
  return [
    ...(terms.length === 0 ? [problem("terms", "must have at least 1 entry before the contract is active")] : []),
    ...(shares.length === 0 ? [problem("shares", "must have at least 1 entry before the contract is active")] : []),
  ];
}

export function monthIssues({ starts_on, ends_on }: Pick<Contract, "starts_on" | "ends_on">, field: string): Issue[] {
  if (starts_on === null || ends_on === null || starts_on <= ends_on) return [];
  return [
    problem(
      field,
      field === "starts_on"
        ? `must not be after \`ends_on\`, ${ends_on}`
        : `must not be before \`starts_on\`, ${starts_on}`,
    ),
  ];
}

export function holdsMonth({ starts_on, ends_on }: Pick<Contract, "starts_on" | "ends_on">, month: string): boolean {
  return (starts_on === null || starts_on <= month) && (ends_on === null || month <= ends_on);
}
