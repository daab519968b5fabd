// Every status that is kept, with its statuses and its moves as the source has them. Tests compare both with the database.

import { assetStatuses, assetTransitions } from "../src/assets/asset.ts";
import { contractStatuses, contractTransitions } from "../src/contracts/contract.ts";
import { costStatuses, costTransitions } from "../src/contracts/cost.ts";
import { deliveryStatuses, storeStatuses, storeTransitions } from "../src/deliveries/delivery.ts";
import { dispatchStatuses, dispatchTransitions } from "../src/events/dispatch.ts";
import { mailStatuses, mailTransitions } from "../src/mail/mail.ts";
import { organizationStatuses, organizationTransitions } from "../src/organizations/organization.ts";
import { payeeStatuses, payeeTransitions } from "../src/payees/payee.ts";
import { payoutStatuses, payoutTransitions } from "../src/payouts/payout.ts";
import { memberStatuses, memberTransitions } from "../src/people/member.ts";
import { personStatuses, personTransitions } from "../src/people/person.ts";
import type { Db } from "../src/platform/database/db.ts";
import { jobStatuses, jobTransitions } from "../src/platform/jobs/job.ts";
import type { Transitions } from "../src/platform/state-machine.ts";
import { releaseStatuses, releaseTransitions, reviewStatuses } from "../src/releases/release.ts";
import { reportStatuses, reportTransitions } from "../src/royalties/reports/sales-report.ts";
import { periodStatuses, periodTransitions } from "../src/royalties/statement.ts";
import { pauseStatuses, pauseTransitions } from "../src/stores/store.ts";
import { submissionTransitions } from "../src/submissions/submission.ts";
import { webhookStatuses, webhookTransitions } from "../src/webhooks/webhook.ts";

/** `transitions` undefined: the status is a pure function of others and has no moves of its own. */
type StatusTable = {
  table: string;
  column?: string;
  statuses: readonly string[];
  transitions: Transitions<string, string> | undefined;
};

export const statusTables: readonly StatusTable[] = [
  { table: "assets", statuses: assetStatuses, transitions: assetTransitions },
  { table: "contract_costs", statuses: costStatuses, transitions: costTransitions },
  { table: "contracts", statuses: contractStatuses, transitions: contractTransitions },
  { table: "deliveries", statuses: deliveryStatuses, transitions: undefined },
  { table: "delivery_stores", statuses: storeStatuses, transitions: storeTransitions },
  { table: "dispatches", statuses: dispatchStatuses, transitions: dispatchTransitions },
  { table: "jobs", statuses: jobStatuses, transitions: jobTransitions },
  { table: "mails", statuses: mailStatuses, transitions: mailTransitions },
  { table: "members", statuses: memberStatuses, transitions: memberTransitions },
  { table: "organizations", statuses: organizationStatuses, transitions: organizationTransitions },
  { table: "payees", statuses: payeeStatuses, transitions: payeeTransitions },
  { table: "payouts", statuses: payoutStatuses, transitions: payoutTransitions },
  { table: "people", statuses: personStatuses, transitions: personTransitions },
  { table: "periods", statuses: periodStatuses, transitions: periodTransitions },
  { table: "releases", statuses: releaseStatuses, transitions: releaseTransitions },
  { table: "sales_reports", statuses: reportStatuses, transitions: reportTransitions },
  { table: "staff", statuses: memberStatuses, transitions: memberTransitions },
  { table: "stores", statuses: pauseStatuses, transitions: pauseTransitions },
  { table: "submissions", column: "review_status", statuses: reviewStatuses, transitions: submissionTransitions },
  { table: "webhooks", statuses: webhookStatuses, transitions: webhookTransitions },
];

const moving = statusTables.filter(({ transitions }) => transitions !== undefined);

/** From now on the database writes each change of a status down, by whatever statement it comes. */
export async function recordMoves(db: Db): Promise<void> {
  await db`create table recorded_moves (place text not null, status_before text not null, status_after text not null)`;
  for (const { table, column = "status" } of moving) {
    await db.unsafe(`
      create function record_move_of_${table}() returns trigger language plpgsql as $$
      begin
        insert into recorded_moves values ('${table}', old.${column}, new.${column});
        return null;
      end $$`);
    await db.unsafe(`
      create trigger record_move after update on ${table} for each row
      when (old.${column} <> new.${column}) execute function record_move_of_${table}()`);
  }
}

/** The moves seen so far that no table has, and the rows of the tables of `places` that none of the moves seen is. */
export async function compareMoves(
  db: Db,
  places: readonly string[],
): Promise<{ unknown: string[]; unseen: string[] }> {
  const rows = await db<{ move: string }[]>`
    select distinct place || ': ' || status_before || ' to ' || status_after as move from recorded_moves`;
  const seen = new Set(rows.map(({ move }) => move));
  const triggers = moving.flatMap(({ table, transitions }) =>
    Object.entries(transitions ?? {}).map(([name, { from, to }]) => ({
      table,
      name,
      moves: from.map((status) => `${table}: ${status} to ${to}`),
    })),
  );
  const known = new Set(triggers.flatMap(({ moves }) => moves));
  return {
    unknown: [...seen].filter((move) => !known.has(move)),
    unseen: triggers
      .filter(({ table, moves }) => places.includes(table) && !moves.some((move) => seen.has(move)))
      .map(({ table, name }) => `${table}: ${name}`),
  };
}
