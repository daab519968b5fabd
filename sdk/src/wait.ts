// Waits for the service: asks again, at first soon and then less often, until it is done or the time is up.

import { pause } from "./call.ts";
import { SegueConnectionError, SegueError } from "./errors.ts";

export type WaitOptions<T> = {
  /** Called with every answer. */
  onUpdate?: ((value: T) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** How long to wait at most. `Infinity` waits until you abort. */
  timeoutMs?: number | undefined;
};

type Waiting<T> = {
  what: string;
  look(): Promise<T>;
  isDone(value: T): boolean;
  every_ms: { first: number; last: number };
};

export async function until<T>(
  { what, look, isDone, every_ms }: Waiting<T>,
  { onUpdate, signal, timeoutMs = 15 * 60_000 }: WaitOptions<T>,
): Promise<T> {
  const give_up_at = performance.now() + timeoutMs;
  for (let wait_ms = every_ms.first; ; wait_ms = Math.min(wait_ms * 2, every_ms.last)) {
    const { value, asked_ms } = await lookPatiently(look);
    if (value !== undefined) {
      onUpdate?.(value);
      if (isDone(value)) return value;
    }
    if (performance.now() > give_up_at)
      throw new SegueConnectionError(
        "timeout",
        `${what} is not done yet: the service is busy, or no worker is running.`,
      );
    await pause(Math.max(wait_ms, asked_ms), signal);
  }
}

/** Other clients may use up the rate limit meanwhile: that is no reason to stop waiting. */
async function lookPatiently<T>(look: () => Promise<T>): Promise<{ value?: T; asked_ms: number }> {
  try {
    return { value: await look(), asked_ms: 0 };
  } catch (error) {
    if (!(error instanceof SegueError && error.code === "rate_limit_exceeded")) throw error;
    return { asked_ms: error.retry_after_s * 1_000 };
  }
}
