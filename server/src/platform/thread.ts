// A thread for work that would hold the event loop. It starts with the first task and has one task at a time. If it dies or does
// not answer, the task that it has fails, and the next one starts another thread.

import { type ResourceLimits, Worker } from "node:worker_threads";
import { withDeadline } from "./deadline.ts";

export type Thread<Task, Answer> = {
  /** The caller waits for one answer before it asks again. */
  ask(task: Task): Promise<Answer>;
  /** How many tasks it was given. */
  asked(): number;
  close(): Promise<void>;
};

type ThreadOptions = {
  program: string;
  workerData?: unknown;
  answer_within_ms: number;
  /** The thread ends after this time without a task, so that its memory is free again. Without it, it stays. */
  idle_ms?: number;
  resourceLimits?: ResourceLimits;
  /** The error of a task that the thread did not do. */
  failure: (cause: unknown) => Error;
};

type Waiting<Answer> = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

export function createThread<Task, Answer>(options: ThreadOptions): Thread<Task, Answer> {
  const { program, workerData, answer_within_ms, idle_ms, resourceLimits = {}, failure } = options;
  let open: { worker: Worker; waiting?: Waiting<Answer> | undefined; idle?: NodeJS.Timeout } | undefined;
  let asked = 0;
  const end = (from: Worker, error: Error) => {
    if (from !== open?.worker) return;
    clearTimeout(open.idle);
    open.waiting?.reject(error);
    open = undefined;
    void from.terminate();
  };
  const start = () => {
    // Without the flags of the process: they may be for its own sources.
    const worker = new Worker(program, { workerData, resourceLimits, execArgv: [] });
    worker.on("message", (answer: Answer) => {
      if (worker === open?.worker) open.waiting?.resolve(answer);
    });
    worker.on("error", (error) => end(worker, failure(error)));
    worker.on("exit", (code) => end(worker, failure(`the thread ended with ${code}`)));
    // It must not keep a process alive that is done.
    worker.unref();
    return { worker };
  };
  return {
    asked: () => asked,
    async ask(task) {
      asked++;
      open ??= start();
      const thread: NonNullable<typeof open> = open;
      clearTimeout(thread.idle);
      const answered = new Promise<Answer>((resolve, reject) => {
        thread.waiting = { resolve, reject };
      });
      thread.worker.postMessage(task);
      const answer = await withDeadline(answer_within_ms, answered, () => {
        const error = failure(`it took more than ${answer_within_ms / 1_000} s`);
        end(thread.worker, error);
        return error;
      });
      if (idle_ms !== undefined)
        thread.idle = setTimeout(() => end(thread.worker, failure("the thread was idle")), idle_ms).unref();
      return answer;
    },
    async close() {
      const worker = open?.worker;
      if (worker) end(worker, new Error("The service is closing."));
      await worker?.terminate();
    },
  };
}
