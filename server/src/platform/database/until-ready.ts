import { setTimeout as sleep } from "node:timers/promises";
import { StartRefused } from "../errors.ts";
import type { Log } from "../logging.ts";
import { errorCode, isUnavailable } from "./failure.ts";
import { databaseTrouble } from "./trouble.ts";
import { describeServers } from "./url.ts";

type Options = {
  /** The variable that names the database, for the operator. */
  variable: string;
  url: string;
  log: Log;
  within_ms?: number;
  pause_ms?: number;
};

/**
 * When services start together, the database may be the last one up, or still a standby. So the start waits a while.
 * Its final message names the variable and the servers, but not the URL, which may hold a password.
 */
export async function untilReady(options: Options, connect: () => Promise<void>): Promise<void> {
  const { variable, url, log, within_ms = 30_000, pause_ms = 1_000 } = options;
  const which = `${variable} (${describeServers(url)})`;
  const give_up_at_ms = performance.now() + within_ms;
  let isLogged = false;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      const code = errorCode(error);
      // Our own refusals are complete sentences, and a bug is thrown unchanged.
      if (code === undefined) throw error;
      const reason = databaseTrouble(error);
      if (!isUnavailable(error)) throw new StartRefused(`${which}: ${reason}`);
      const seconds = Math.round(within_ms / 1_000);
      if (performance.now() >= give_up_at_ms)
        throw new StartRefused(`${which}: found no writable database within ${seconds} s: ${reason}`);
      if (!isLogged) log.warn({}, `${which} is not ready yet: ${reason}; trying again for ${seconds} s`);
      isLogged = true;
      await sleep(pause_ms);
    }
  }
}
