import { type PeriodClose, type Segue, SegueError } from "@segue/sdk";
import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf } from "../command.ts";
import { note } from "../output.ts";

const columns = ["id", "organization_id", "currency", "gross_amount", "fee_amount", "tax_amount", "net_amount"];

export function periodCommand(variables: Variables): Command {
  const period = new Command("period").description("months of sales reports, as the operator");
  examples(period, ["period close 2026-02"]);
  return period.addCommand(close(variables));
}

function close(variables: Variables): Command {
  const command = new Command("close").description("close a month: write its statements, once").argument("<YYYY-MM>");
  examples(command, ["period close 2026-02", "period close 2026-02 --sandbox"]);
  return command.action(async (period: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    const closed = await closeUntilDone(client, period, output.is_json);
    output.resourceWithRows(closed, "data", columns, "Nothing was reported for it, so there is no statement.");
    for (const warning of output.is_json ? [] : closed.warnings) output.done(`Warning: ${warning}`);
  });
}

/** A long close outlasts one request: the service continues it, and asking again waits for it. */
async function closeUntilDone(client: Segue, period: string, is_silent: boolean): Promise<PeriodClose> {
  for (;;) {
    try {
      return await client.operator.periods.close(period);
    } catch (error) {
      if (!(error instanceof SegueError) || !isGoingOn(error.code)) throw error;
      if (!is_silent) note(`${period} is still being closed.`);
    }
  }
}

function isGoingOn(code: string): boolean {
  return code === "service_unavailable" || code === "idempotency_in_progress";
}
