// Compares XML with schemas in a thread of its own.
//
// The problem. Comparing a document takes milliseconds, or a second if it is large, and the thread that does it can do nothing else
// meanwhile. Many documents that go out at the same time have the same content apart from a few values. Others are sent by partners,
// as many and as large as a partner likes.
//
// The procedure. A document comes with a key of what it says. The first with a key is compared; others with that key wait for the
// same result, and later ones find it. The thread (../thread.ts) has one document at a time and partners take turns.

import { fileURLToPath } from "node:url";
import { ApiError } from "../errors.ts";
import { fairSemaphore } from "../fair-semaphore.ts";
import { assertWanted, type Signal } from "../signal.ts";
import { createThread } from "../thread.ts";

export type XsdProblem = { path: string; issue: string };
export type XsdTask = { schema: string; document: string };
export type XsdAnswer = { problems?: XsdProblem[]; is_unknown?: true; failure?: string };
/**
 * `partner`: who decides how many of these there are and how large they are, unless it is the service. `signal`: of the request that
 * wants it; a document that is not wanted any more when its turn comes is not compared.
 */
type XsdSample = { key: string; document: () => string; partner?: string; signal?: Signal | undefined };

export type XsdChecker = {
  /** `schema`: a file of the folder. Undefined where the folder does not have it. */
  check(schema: string, sample: XsdSample): Promise<readonly XsdProblem[] | undefined>;
  /** How many documents were compared. */
  compared(): number;
  close(): Promise<void>;
};

const ANSWER_WITHIN_MS = 60_000;
const TURN_WITHIN_MS = 30_000;
/** Results that are remembered: releases that go out within some hours. */
const RESULTS_AT_MOST = 5_000;

// Even when run from source, start the built thread: the tests run what production runs.
const folderOf = import.meta.url.endsWith(".ts") ? "../../../dist/" : "./";
const program = fileURLToPath(new URL(`${folderOf}xsd-thread.js`, import.meta.url));

type Result = readonly XsdProblem[] | undefined;
type Asked = Pick<XsdSample, "partner" | "signal"> & { result: Promise<Result>; is_done: boolean };

export function createXsdChecker(folder: string): XsdChecker {
  const results = new Map<string, Asked>();
  const thread = createThread<XsdTask, XsdAnswer>({
    program,
    workerData: { folder },
    answer_within_ms: ANSWER_WITHIN_MS,
    failure: notCompared,
  });
  // Only one document of partners is in the line, so the service's own wait for one of them at most.
  const partners = fairSemaphore(1, TURN_WITHIN_MS);
  const inLine = semaphore();
  const compare = async (schema: string, { document, partner, signal }: XsdSample): Promise<Result> => {
    const ask = () => inLine(() => thread.ask({ schema, document: document() }));
    const { problems, is_unknown, failure } = await (partner === undefined ? ask() : partners(partner, signal)(ask));
    if (failure !== undefined) throw new Error(`${schema} cannot be used: ${failure}`);
    return is_unknown ? undefined : problems;
  };
  const begin = (name: string, schema: string, sample: XsdSample): Promise<Result> => {
    const { partner, signal } = sample;
    const asked: Asked = { ...(partner && { partner }), signal, result: compare(schema, sample), is_done: false };
    results.set(name, asked);
    asked.result.then(
      () => {
        asked.is_done = true;
      },
      // A check that failed for our own reasons is tried again.
      () => results.get(name) === asked && results.delete(name),
    );
    const [oldest] = results.keys();
    if (results.size > RESULTS_AT_MOST && oldest !== undefined) results.delete(oldest);
    return asked.result;
  };
  return {
    async check(schema, sample) {
      const name = `${schema} ${sample.key}`;
      for (;;) {
        const known = results.get(name);
        // One that still waits in the line of a partner is waited for in that line alone.
        if (!known || (!known.is_done && known.partner !== sample.partner)) return begin(name, schema, sample);
        try {
          return await known.result;
        } catch (error) {
          // It was given up because the request that came first has ended. This one has not.
          if (!known.signal?.aborted) throw error;
          assertWanted(sample.signal);
        }
      }
    },
    compared: thread.asked,
    close: thread.close,
  };
}

/** One after another, in the order of their coming. */
function semaphore(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** The client may send it again, and a job is tried again. */
function notCompared(cause: unknown): ApiError {
  const message = "The document could not be compared with DDEX's schema now; send the same request again.";
  const error = new ApiError("service_unavailable", message, [], { "retry-after": "5" });
  return Object.assign(error, { cause, stack: `${error.stack}\nCaused by: ${String(cause)}` });
}
