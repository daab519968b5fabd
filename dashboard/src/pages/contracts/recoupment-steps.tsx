// The way of advances and costs to zero: a step up for each of them, and a step down for each statement that recouped.

import { Text } from "@mantine/core";
import type { Contract, ContractCost } from "@segue/sdk";
import { type Step, Steps } from "../../charts/steps.tsx";
import { segue } from "../../data/api.ts";
import { takeFirst } from "../../data/catalog.ts";
import { PAGE_ROWS, useRead } from "../../data/data.ts";
import { showDay, showMoney, showMonth, showTime } from "../../values/format.ts";
import { negated, sumAmounts } from "../../values/money.ts";
import { costsWords } from "./words.ts";

/** A contract keeps no more. */
const MAX_COSTS = 1_000;
/** Ten years of months. */
const MAX_STATEMENTS = 120;
/** Each payee's statement tells what its contract recouped. More than one is asked, because shares change over time. */
const ASKED_PAYEES = 3;

type Recoupment = Contract["recoupment"][number];
type StepsProps = { contract: Contract; recoupment: Recoupment };

/** It adds to what is outstanding, or takes from it. */
type Change = { key: string; at: string; amount: string; say: (after: string) => string; isNotch: boolean };

export function RecoupmentSteps({ contract, recoupment }: StepsProps) {
  const { currency } = recoupment;
  const payees = contract.shares.slice(0, ASKED_PAYEES).map(({ payee_id }) => payee_id);
  const read = useRead(["contracts.recoupment", contract.id, currency, payees], () =>
    readChanges(contract.id, currency, payees),
  );
  if (!read.data || read.data.length === 0) return null;
  const short = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    notation: "compact",
    maximumSignificantDigits: 3,
  });
  return (
    <>
      <Steps
        steps={stepsOf(recoupment, read.data)}
        label={costsWords.chart.label(currency)}
        showTick={(value) => short.format(value)}
      />
      {read.data.some(({ isNotch }) => isNotch) && (
        <Text size="xs" c="dimmed">
          {costsWords.chart.caption}
        </Text>
      )}
    </>
  );
}

/** Back from what is outstanding now: each change tells what was there before it. The line ends today until it is at zero. */
function stepsOf({ currency, outstanding }: Recoupment, changes: readonly Change[]): Step[] {
  const now = new Date().toISOString();
  const say = costsWords.chart.now;
  const isOpen = /[1-9]/.test(outstanding) || changes.length < 2;
  const all = isOpen ? [...changes, { key: "now", at: now, amount: "0", say, isNotch: false }] : changes;
  const showWhen = new Set(all.map(({ at }) => showDay(at))).size > 1 ? showDay : showTime;
  let level = outstanding;
  const steps = [...all].reverse().map(({ key, at, amount, say, isNotch }): Step => {
    const shown = say(showMoney(level, currency));
    const step = { key, at, value: Number(level), shown, when: showWhen(at), isNotch };
    level = sumAmounts([level, negated(amount)]);
    return step;
  });
  return steps.reverse();
}

async function readChanges(contract_id: string, currency: string, payees: readonly string[]): Promise<Change[]> {
  const [costs, ...lists] = await Promise.all([
    takeFirst(segue.contracts.costs.list(contract_id, { limit: PAGE_ROWS }), MAX_COSTS),
    ...payees.map((payee_id) =>
      takeFirst(segue.payeeStatements.list({ payee_id, currency, limit: PAGE_ROWS }), MAX_STATEMENTS),
    ),
  ]);
  const statements = new Map(lists.flat().map((statement) => [statement.statement_id, statement]));
  const recouped = [...statements.values()].flatMap(
    ({ statement_id, created_at, period_start, contracts }): Change[] => {
      const amount = contracts.find((shared) => shared.contract_id === contract_id)?.recouped_amount ?? "0";
      if (!/[1-9]/.test(amount)) return [];
      const say = (after: string) =>
        costsWords.chart.recouped(showMonth(period_start.slice(0, 7)), showMoney(amount, currency), after);
      return [{ key: statement_id, at: created_at, amount: negated(amount), say, isNotch: true }];
    },
  );
  const added = costs.filter((cost) => cost.currency === currency).flatMap(changeOf);
  return [...added, ...recouped].sort((a, b) => a.at.localeCompare(b.at));
}

/** A cancelled cost counts with the part that was recouped. */
function changeOf({ id, created_at, status, amount, recouped_amount, description, currency }: ContractCost): Change[] {
  const counted = status === "cancelled" ? recouped_amount : amount;
  if (!/[1-9]/.test(counted)) return [];
  const say = (after: string) => costsWords.chart.added(description, showMoney(counted, currency), after);
  return [{ key: id, at: created_at, amount: counted, say, isNotch: false }];
}
