import type { ChildProcess } from "node:child_process";

/** The next thing that a benchmark's process says. One that ended will never say it: that ends the benchmark. */
export function hear<Said>(child: ChildProcess): Promise<Said> {
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
