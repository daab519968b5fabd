import type { ChildProcess } from "node:child_process";

/** The next message of a benchmark's process. If the process ends first, the benchmark fails. */
export function childMessage<Said>(child: ChildProcess): Promise<Said> {
  return new Promise((resolve, reject) => {
    const onMessage = (said: unknown) => {
      child.off("exit", onExit);
      resolve(said as Said);
    };
    const onExit = (code: number | null) => {
      child.off("message", onMessage);
      reject(new Error(`A process of the benchmark ended with ${code ?? "a signal"}.`));
    };
    child.once("message", onMessage);
    child.once("exit", onExit);
  });
}
