import type { Db } from "../src/platform/database/db.ts";

type Sent = { handler: (sent: Sent) => void };

/** The same database, with how many statements were sent through it. */
export function countingStatements<Target extends Db>(target: Target): { db: Target; statements(): number } {
  let count = 0;
  const db = new Proxy(target, {
    apply: (target, self, values) => {
      const made: Sent = Reflect.apply(target as unknown as () => Sent, self, values);
      // A part of another statement is made likewise, and never sent.
      const { handler } = made;
      const counting = (sent: Sent) => {
        count += 1;
        handler(sent);
      };
      made.handler = Object.assign(counting, handler);
      return made;
    },
  });
  return { db, statements: () => count };
}
