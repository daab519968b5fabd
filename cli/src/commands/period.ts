import { type ErrorCode, type PeriodClose, type Segue, SegueError } from "@segue/sdk";
import { note } from "../output.ts";
import { command, noun } from "../row.ts";

const columns = ["id", "organization_id", "currency", "gross_amount", "fee_amount", "tax_amount", "net_amount"];

export const periodNoun = noun("period", "months of sales reports, as the operator", {
  as: "operator",
  examples: ["period close 2026-02"],
  verbs: [
    command("close <YYYY-MM>", "close a month: write its statements, once", {
      examples: ["period close 2026-02", "period close 2026-02 --sandbox"],
      async run({ connect, output }, { "YYYY-MM": period }) {
        const closed = await closeUntilDone(connect().client, period, output.is_json);
        const { data, has_more, warnings } = closed;
        if (output.is_json) return output.resource(closed);
        output.list({ data }, columns, "Nothing was reported for it, so there is no statement.");
        if (has_more) note(`There are more: the dashboard lists every statement of ${period}.`);
        for (const warning of warnings) output.done(`Warning: ${warning}`);
      },
    }),
  ],
});

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

function isGoingOn(code: ErrorCode): boolean {
  return code === "service_unavailable" || code === "idempotency_in_progress";
}
