import { ApiError } from "./errors.ts";

/** Runs this many at a time. The others wait in line, each for its own maximum time. */
export type Semaphore = <T>(wait_ms: number, work: () => Promise<T>) => Promise<T>;

const RETRY_AFTER_S = "10";

/** `max_waiting`: work that comes while so many wait is refused at once. */
export function semaphore(at_once: number, { max_waiting = Number.POSITIVE_INFINITY } = {}): Semaphore {
  let free = at_once;
  const waiting = new Set<() => void>();

  function enter(wait_ms: number): Promise<void> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    if (waiting.size >= max_waiting) return Promise.reject(tooLong());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(tooLong());
      }, wait_ms);
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      waiting.add(begin);
    });
  }

  /** Hands a free place to the call that waits longest, so that a later call cannot take it. */
  function leave(): void {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  }

  return async (wait_ms, work) => {
    await enter(wait_ms);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

function tooLong(): ApiError {
  const message = "Too many requests wait for the same work; send the same request again later.";
  return new ApiError("service_unavailable", message, [], { "retry-after": RETRY_AFTER_S });
}
