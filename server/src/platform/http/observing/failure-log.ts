import { isUnavailable } from "../../database/failure.ts";
import type { Log, LogFields } from "../../logging.ts";

type Failure = LogFields & { error: unknown };

const LOG_EVERY_MS = 1_000;

/**
 * A failed request is one log line, unless the database is unavailable. Then all requests fail for one reason, and one
 * line a second says so. The requests themselves stay in the log, each with its status.
 */
export function createFailureLog(log: Log, now_ms: () => number = () => performance.now()): (failure: Failure) => void {
  let logged_ms = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return (failure) => {
    if (!isUnavailable(failure.error)) return log.error(failure, "A request failed");
    unlogged += 1;
    if (now_ms() - logged_ms < LOG_EVERY_MS) return;
    const { error } = failure;
    log.warn(
      { error },
      `The database is unavailable or read-only; requests answered 503 since the last line: ${unlogged}`,
    );
    logged_ms = now_ms();
    unlogged = 0;
  };
}
