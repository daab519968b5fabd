import type { Context } from "../src/platform/context.ts";
import type { Db } from "../src/platform/database/db.ts";

type Sent = { handler: (sent: Sent) => void };

/** The same database, with how many statements were sent through it. */
export function countingStatements<Target extends Db>(target: Target): { db: Target; statements(): number } {
  let count = 0;
  const db = watchingStatements(target, () => {
    count += 1;
  });
  return { db, statements: () => count };
}

/**
 * The same context, with how many statements were sent through it and how often their sender waited: a statement that is sent
 * while another is on its way takes no round trip of its own.
 */
export function countingRoundTrips(ctx: Context): {
  ctx: Context;
  counts(): { statements: number; round_trips: number };
} {
  let statements = 0;
  let round_trips = 0;
  let under_way = 0;
  const onSent = (sent: Sent) => {
    statements += 1;
    if (under_way === 0) round_trips += 1;
    under_way += 1;
    const end = () => {
      under_way -= 1;
    };
    // The statement's own `then` would send it again.
    Promise.prototype.then.call(sent, end, end);
  };
  const counting: Context = {
    ...ctx,
    db: watchingStatements(ctx.db, onSent),
    begin: (work) => ctx.begin((db, atEnd) => work(watchingStatements(db, onSent), atEnd)),
  };
  return { ctx: counting, counts: () => ({ statements, round_trips }) };
}

function watchingStatements<Target extends Db>(target: Target, onSent: (sent: Sent) => void): Target {
  return new Proxy(target, {
    apply: (target, self, values) => {
      const made: Sent = Reflect.apply(target as unknown as () => Sent, self, values);
      // A part of another statement is made likewise, and never sent.
      const { handler } = made;
      const counting = (sent: Sent) => {
        onSent(sent);
        handler(sent);
      };
      made.handler = Object.assign(counting, handler);
      return made;
    },
  });
}
