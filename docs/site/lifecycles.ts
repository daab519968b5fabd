// The pictures of the lifecycles, drawn from the transition tables of the source. A status is a vertical line. A move is
// a row: dots where it can start, an arrow to where it leads.

import { storeStatuses, storeTransitions } from "../../server/src/deliveries/delivery.ts";
import { payoutStatuses, payoutTransitions } from "../../server/src/payouts/payout.ts";
import type { Transitions } from "../../server/src/platform/state-machine.ts";
import { releaseStatuses, releaseTransitions } from "../../server/src/releases/release.ts";
import { table } from "./markdown.ts";

type Lifecycle = { noun: string; statuses: readonly string[]; transitions: Transitions<string, string> };

export const lifecycles: Record<string, Lifecycle> = {
  release: { noun: "release", statuses: releaseStatuses, transitions: releaseTransitions },
  delivery: { noun: "delivery at one store", statuses: storeStatuses, transitions: storeTransitions },
  payout: { noun: "payout", statuses: payoutStatuses, transitions: payoutTransitions },
};

/** As wide as a page's text, so that no picture is cut. */
const WIDTH = 664;
const LABEL_WIDTH = 176;
/** The names of statuses lean to the right, so the last one needs room. */
const LEAN_WIDTH = 92;
const LEAN = -42;
const HEAD_HEIGHT = 112;
const ROW_HEIGHT = 30;
const DOT = 4;
const ARROW = 7;

/** The picture, and the same as a table for readers who see none. */
export function drawLifecycle(lifecycle: Lifecycle): string {
  const label = `The moves of a ${lifecycle.noun}; the table below has the same in words.`;
  const rows = Object.entries(lifecycle.transitions).map(([trigger, { from, to, event }]) => [
    `\`${trigger}\``,
    from.map((status) => `\`${status}\``).join(", "),
    `\`${to}\``,
    event === "none" ? "" : `\`${event}\``,
  ]);
  return [
    `<div class="picture" role="region" tabindex="0" aria-label="${label}">${svg(lifecycle, label)}</div>`,
    table(["Move", "From", "To", "Event"], rows),
  ].join("\n\n");
}

function svg({ statuses, transitions }: Lifecycle, label: string): string {
  const moves = Object.entries(transitions);
  const column = (WIDTH - LABEL_WIDTH - LEAN_WIDTH) / statuses.length;
  const height = HEAD_HEIGHT + moves.length * ROW_HEIGHT + 10;
  const x = (status: string) => LABEL_WIDTH + (statuses.indexOf(status) + 0.5) * column;
  const foot = HEAD_HEIGHT - 10;
  const heads = statuses.map(
    (status) =>
      `<line class="rail" x1="${x(status)}" y1="${foot + 4}" x2="${x(status)}" y2="${height - 4}"/>` +
      `<text class="status-name" x="${x(status)}" y="${foot}" transform="rotate(${LEAN} ${x(status)} ${foot})">${status}</text>`,
  );
  const rows = moves.map(([trigger, { from, to }], index) => {
    const y = HEAD_HEIGHT + index * ROW_HEIGHT + ROW_HEIGHT / 2;
    const starts = from.map(x);
    return `<text class="move" x="4" y="${y + 4}">${trigger}</text>${arrows(starts, x(to), y)}`;
  });
  return (
    `<svg class="lifecycle" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">` +
    `${heads.join("")}${rows.join("")}</svg>`
  );
}

/** One line from the farthest start on each side, with an arrow at its end. */
function arrows(starts: readonly number[], end: number, y: number): string {
  const sides = [starts.filter((start) => start < end), starts.filter((start) => start > end)];
  const lines = sides.map((side) => {
    if (side.length === 0) return "";
    const isFromLeft = (side[0] ?? 0) < end;
    const far = isFromLeft ? Math.min(...side) : Math.max(...side);
    const back = isFromLeft ? -ARROW : ARROW;
    return (
      `<line class="way" x1="${far}" y1="${y}" x2="${end + back}" y2="${y}"/>` +
      `<path class="tip" d="M${end} ${y} l${back} ${-ARROW / 1.6} v${(2 * ARROW) / 1.6} z"/>`
    );
  });
  const dots = starts.map((start) => `<circle class="start" cx="${start}" cy="${y}" r="${DOT}"/>`);
  return lines.join("") + dots.join("");
}
