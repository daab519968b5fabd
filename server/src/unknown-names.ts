// A variable whose name is misspelled is silently without effect, so the start names it. It is not refused: Kubernetes sets
// variables like SEGUE_SERVICE_HOST by itself, and the commands have some of their own.

import { settings, type Variables } from "./settings.ts";

const PREFIX = "SEGUE_";
/** Variables of the commands, of the examples in the documentation and of the benchmarks. */
const others = /^SEGUE_(URL|API_KEY|WEBHOOK_SECRET|STORE_KEY|BENCH_\w+)$/;
/** Kubernetes derives these from the name of a Service. */
const kubernetes = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?:_|$)/;
const LISTED = 10;
/** More letters than this make another word of it. */
const MAX_DISTANCE = 3;

/** One line for the log, or undefined. */
export function unknownNames(variables: Variables): string | undefined {
  const unknown = Object.keys(variables).filter(
    (name) => name.startsWith(PREFIX) && !Object.hasOwn(settings, name) && !others.test(name),
  );
  if (unknown.length === 0) return undefined;
  const listed = unknown.slice(0, LISTED).map((name) => `${name}${hintFor(name)}`);
  const more = unknown.length > LISTED ? ` and ${unknown.length - LISTED} more` : "";
  return `Without effect, because no setting has this name: ${listed.join(", ")}${more}`;
}

function hintFor(name: string): string {
  if (kubernetes.test(name)) return " (Kubernetes sets it for a Service called segue)";
  const nearest = nearestSetting(name);
  return nearest ? ` (did you mean ${nearest}?)` : "";
}

function nearestSetting(name: string): string | undefined {
  const found = Object.keys(settings)
    .map((setting) => ({ setting, distance: distance(name, setting) }))
    .sort((one, other) => one.distance - other.distance)[0];
  return found && found.distance <= MAX_DISTANCE ? found.setting : undefined;
}

/** How many letters must be added, removed or replaced (Levenshtein). Names are cut, so that a long one costs little. */
function distance(one: string, other: string): number {
  const [from, to] = [one.slice(0, 60), other.slice(0, 60)];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (from[at - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
