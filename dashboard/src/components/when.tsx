import { useSyncExternalStore } from "react";
import { showAgo, showExactly } from "../values/format.ts";

const STEP_MS = 30_000;

/** One timer for all of them: lists show dozens at once. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** How long ago, or in how long; the exact time in both zones on hover. */
export function When({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const step = useSyncExternalStore(subscribe, () => Math.floor(Date.now() / STEP_MS));
  const now = Math.max(Date.now(), step * STEP_MS);
  return (
    <time dateTime={at} title={showExactly(at)}>
      {isExact ? showExactly(at) : showAgo(at, now)}
    </time>
  );
}
