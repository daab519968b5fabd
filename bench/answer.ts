// A floor is a process of its own, which answers each task that its parent sends with a figure.

/** An error ends the process, and with it the benchmark. */
export function answerTasks<Task>(work: (task: Task) => Promise<unknown>): void {
  process.on("message", (task: Task) => void work(task).then((figure) => process.send?.(figure)));
}

/** Each worker does its work again and again. Answers with how often in a second all of them did it. */
export async function rateOf(seconds: number, workers: readonly (() => Promise<unknown>)[]): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let times = 0;
  await Promise.all(
    workers.map(async (work) => {
      while (performance.now() < end) {
        await work();
        times++;
      }
    }),
  );
  return times / ((performance.now() - began) / 1000);
}
