// Sessions whose process was paused in the middle of a statement.
//
// The problem. A statement that is new to its session goes in two halves: its text first, which PostgreSQL describes, then
// its values. If the process is paused between the two, in a transaction, the session keeps its locks and no timeout ends
// it: idle_in_transaction_session_timeout does not count, because a statement is running, and statement_timeout waits until
// the client sends something. One lock on a lane of the queue would stop that lane in all processes.
//
// The procedure. Each worker looks for such sessions of the service every second or two, and ends them. The paused process
// finds a lost connection when it goes on, as it would after the timeout. A `copy` waits for its client too, and is not ended.

import type { Db } from "./db.ts";

/** As long as a session may be idle in a transaction. */
const STUCK_AFTER_S = 5;

/** Returns how many it has ended. */
export async function endStuckSessions(db: Db): Promise<number> {
  const ended = await db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name = current_setting('application_name') and backend_type = 'client backend'
      and state = 'active' and wait_event = 'ClientRead' and query not like 'copy %'
      and state_change < clock_timestamp() - make_interval(secs => ${STUCK_AFTER_S})`;
  return ended.length;
}
