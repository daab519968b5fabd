// Compares XML with schemas in a thread of its own.
//
// The problem. Comparing a document takes milliseconds and the thread that does it can do nothing else meanwhile. Many documents
// that go out at the same time have the same content apart from a few values.
//
// The procedure. A document comes with a key of what it says. The first with a key is sent to the thread; others with that key wait
// for the same result, and later ones find it. The thread starts with the first document. If it dies or does not answer, its
// documents fail, and the next document starts another one.

import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { withinTime } from "../within-time.ts";

export type XsdProblem = { path: string; issue: string };
export type XsdTask = { id: number; schema: string; document: string };
export type XsdAnswer = { id: number; problems?: XsdProblem[]; is_unknown?: true; failure?: string };

export type XsdChecker = {
  /** `schema`: a file of the folder. Undefined where the folder does not have it. */
  check(schema: string, sample: { key: string; document: () => string }): Promise<readonly XsdProblem[] | undefined>;
  /** How many documents were compared. */
  compared(): number;
  close(): Promise<void>;
};

const ANSWER_WITHIN_MS = 60_000;
/** Results that are remembered: releases that go out within some hours. */
const RESULTS_AT_MOST = 5_000;

// Even when run from source, start the built thread: the tests run what production runs.
const folderOf = import.meta.url.endsWith(".ts") ? "../../../dist/" : "./";
const program = fileURLToPath(new URL(`${folderOf}xsd-thread.js`, import.meta.url));

type Result = readonly XsdProblem[] | undefined;
type Waiting = { resolve: (answer: XsdAnswer) => void; reject: (error: Error) => void };

export function createXsdChecker(folder: string): XsdChecker {
  const results = new Map<string, Promise<Result>>();
  const thread = createThread(folder);
  const compare = async (schema: string, document: string): Promise<Result> => {
    const { problems, is_unknown, failure } = await thread.ask(schema, document);
    if (failure !== undefined) throw new Error(`${schema} cannot be used: ${failure}`);
    return is_unknown ? undefined : problems;
  };
  return {
    check(schema, { key, document }) {
      const name = `${schema} ${key}`;
      const known = results.get(name);
      if (known) return known;
      const result = compare(schema, document());
      results.set(name, result);
      // What failed for our own reasons is tried again.
      result.catch(() => results.delete(name));
      const [oldest] = results.keys();
      if (results.size > RESULTS_AT_MOST && oldest !== undefined) results.delete(oldest);
      return result;
    },
    compared: thread.asked,
    close: thread.close,
  };
}

function createThread(folder: string) {
  let worker: Worker | undefined;
  let last_id = 0;
  const waiting = new Map<number, Waiting>();
  const fail = (from: Worker, error: Error) => {
    if (from !== worker) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    void from.terminate();
  };
  const start = () => {
    const started = new Worker(program, { workerData: { folder } });
    started.on("message", (answer: XsdAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    started.on("error", (error) => fail(started, error instanceof Error ? error : new Error(String(error))));
    started.on("exit", (code) => fail(started, new Error(`The thread that compares XML ended with ${code}.`)));
    // It must not keep a process alive that is done.
    started.unref();
    return started;
  };
  return {
    asked: () => last_id,
    ask(schema: string, document: string): Promise<XsdAnswer> {
      worker ??= start();
      const hand = worker;
      const id = ++last_id;
      const answered = new Promise<XsdAnswer>((resolve, reject) => waiting.set(id, { resolve, reject }));
      hand.postMessage({ id, schema, document } satisfies XsdTask);
      return withinTime(ANSWER_WITHIN_MS, answered, () => {
        const error = new Error(`A document was not compared with ${schema} within ${ANSWER_WITHIN_MS / 1000} s.`);
        fail(hand, error);
        return error;
      });
    },
    async close() {
      const open = worker;
      if (open) fail(open, new Error("The service is closing."));
      await open?.terminate();
    },
  };
}
