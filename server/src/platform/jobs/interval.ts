import { isUnavailable } from "../database/failure.ts";
import type { Log } from "../logging.ts";

/** One run at a time, the first at once: runs must not pile up when the database hangs. */
export function interval(length_ms: number, work: () => Promise<unknown>, log: Log): { stop(): Promise<void> } {
  let current: Promise<void> | undefined;
  const tick = () => {
    current ??= work()
      .catch((error: unknown) => {
        // While the database is unavailable everything here fails. The next run tries again.
        if (!isUnavailable(error)) log.error({ error }, "The queue's housekeeping failed");
      })
      .then(() => {
        current = undefined;
      });
  };
  const timer = setInterval(tick, length_ms);
  tick();
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
