// One act on several releases, one after the other. A run can be stopped: the release that is under way is finished, and those
// after it are left as they were. Started again, the run goes on with what is left. Each request has an idempotency key that
// belongs to its content, so a request that is repeated because its answer was lost does nothing twice.

import { type ListedRelease, SegueConnectionError, SegueError } from "@segue/sdk";
import { useEffect, useRef, useState } from "react";
import { textOf, useAct } from "../../../data/data.ts";

export type Outcome = {
  release: ListedRelease;
  /** `none`: there was nothing to do. */
  state: "waiting" | "running" | "done" | "none" | "failed";
  /** What was done, or why not. */
  text: string;
};

/** Gives the same key for the same request, as long as the question is open. */
export type KeyOf = (request: unknown) => string;
export type ActOnOne = (release: ListedRelease, keyOf: KeyOf) => Promise<{ state: "done" | "none"; text: string }>;

/** After these the others would fail as well. */
function endsRun(error: unknown): boolean {
  return error instanceof SegueConnectionError || (error instanceof SegueError && [401, 429].includes(error.status));
}

/** A release has one line: what is wrong, where the service names it, else its message. */
function reasonOf(error: Error): string {
  if (!(error instanceof SegueError)) return textOf(error);
  const issues = error.details.map(({ field, issue }) => `${field} ${issue}`);
  return issues.length > 0 ? issues.join(" · ") : error.message;
}

function useKeys(): KeyOf {
  const keys = useRef(new Map<string, string>());
  return (request) => {
    const text = JSON.stringify(request);
    const key = keys.current.get(text) ?? crypto.randomUUID();
    keys.current.set(text, key);
    return key;
  };
}

export function useRun(releases: readonly ListedRelease[], act: ActOnOne) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>(() =>
    releases.map((release) => ({ release, state: "waiting", text: "" })),
  );
  const keyOf = useKeys();
  const isStopped = useRef(false);
  // Who leaves the page stops the run.
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);
  const tell = (release: ListedRelease, news: Pick<Outcome, "state" | "text">) =>
    setOutcomes((all) => all.map((one) => (one.release.id === release.id ? { ...one, ...news } : one)));
  const run = useAct(
    async (left: readonly ListedRelease[]) => {
      isStopped.current = false;
      for (const release of left) {
        if (isStopped.current) return;
        tell(release, { state: "running", text: "" });
        try {
          tell(release, await act(release, keyOf));
        } catch (error) {
          tell(release, { state: "failed", text: reasonOf(error as Error) });
          if (endsRun(error)) throw error;
        }
      }
    },
    { isQuiet: true },
  );
  const leftOf = (...states: Outcome["state"][]) =>
    outcomes.filter(({ state }) => states.includes(state)).map(({ release }) => release);
  return {
    outcomes,
    isBegun: outcomes.some(({ state }) => state !== "waiting"),
    isRunning: run.isPending,
    error: run.error,
    start: () => run.mutate(leftOf("waiting")),
    /** Those that failed, and those that a stop left out. */
    goOn: () => run.mutate(leftOf("waiting", "failed")),
    stop: () => {
      isStopped.current = true;
    },
  };
}

export type Run = ReturnType<typeof useRun>;
