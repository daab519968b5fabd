// Watches a delivery. On a terminal, every store has a line that is redrawn in place; elsewhere each step is a new
// line. The service is asked about once a second, and no sooner than it says.

import type { Delivery, DeliveryStep, DeliveryStore, DeliveryStoreStatus, Segue } from "@segue/sdk";
import { alignedRows, coloursOf, printable } from "../output.ts";

const failed: readonly DeliveryStoreStatus[] = ["rejected", "action_required"];
const finished: readonly DeliveryStoreStatus[] = ["delivered", "taken_down", "cancelled"];

export type Screen = Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean; columns?: number; rows?: number };
type View = (delivery: Delivery) => void;

/** Watches until the end. True if it succeeded, false if a store needs something else. */
export async function watchDelivery(
  client: Segue,
  id: string,
  { is_json, screen = process.stdout, first }: { is_json: boolean; screen?: Screen; first?: Delivery | undefined },
): Promise<boolean> {
  const show = is_json ? jsonLines(screen) : screen.isTTY ? redrawn(screen) : plainLines(screen);
  if (first) show(first);
  const { status } = await client.deliveries.untilDone(id, { onUpdate: show, timeoutMs: Number.POSITIVE_INFINITY });
  return !failed.some((one) => one === status);
}

/** First the status of each store, then each of its steps. */
function eachStep(show: (delivery: Delivery, store: DeliveryStore, step: DeliveryStep) => void): View {
  const known = new Map<string, DeliveryStep[]>();
  return (delivery) => {
    for (const store of delivery.stores) {
      const before = known.get(store.store_id);
      known.set(store.store_id, store.history);
      for (const step of before ? stepsAfter(before, store.history) : store.history.slice(-1))
        show(delivery, store, step);
    }
  };
}

/** The service keeps only the latest steps of a long history, which then no longer grows. */
function stepsAfter(before: DeliveryStep[], history: DeliveryStep[]): DeliveryStep[] {
  if (history.length > before.length) return history.slice(before.length);
  return history.filter(({ at }) => at > (before.at(-1)?.at ?? ""));
}

function jsonLines(screen: Screen): View {
  return eachStep(({ id, status: delivery_status }, { store_id, rejection_code, rejection_reason }, step) => {
    const line = { delivery_id: id, delivery_status, store_id, ...step, rejection_code, rejection_reason };
    screen.write(`${JSON.stringify(line)}\n`);
  });
}

function plainLines(screen: Screen): View {
  return eachStep((_, store, { at, status, is_ignored }) => {
    const note = is_ignored ? "ignored: it came too late" : noteOf({ ...store, status });
    screen.write(`${[at, store.store_id, printable(status), note].filter(Boolean).join("  ")}\n`);
  });
}

function redrawn(screen: Screen): View {
  let drawn = 0;
  return (delivery) => {
    const lines = frame(delivery, screen);
    // Moves the cursor up to the first line, and clears from there on.
    screen.write(`${drawn > 0 ? `\x1b[${drawn}F\x1b[J` : ""}${lines.join("\n")}\n`);
    drawn = lines.length;
  };
}

/** No line may wrap and no frame may be higher than the screen, or the next frame would not cover it. */
function frame({ id, status, stores }: Delivery, screen: Screen): string[] {
  const { columns = 80, rows = 24 } = screen;
  const room = Math.max(rows - 3, 1);
  // If there is not room for all, finished stores are left out first.
  const isFinished = ({ status }: DeliveryStore) => Number(finished.includes(status));
  const order = stores.length > room ? [...stores].sort((a, b) => isFinished(a) - isFinished(b)) : stores;
  const shown = order.slice(0, room);
  const table = alignedRows(shown.map((store: DeliveryStore) => [store.store_id, store.status, noteOf(store)]));
  const colour = colourOf(screen);
  const rest = stores.length - shown.length;
  return [
    colour(status, cut(`${id}  ${status}  ${tally(stores)}`, columns)),
    ...table.map((line, index) => colour(shown[index]?.status ?? "", cut(line, columns))),
    ...(rest > 0 ? [cut(`and ${rest} more`, columns)] : []),
  ];
}

function tally(stores: DeliveryStore[]): string {
  const counts = new Map<string, number>();
  for (const { status } of stores) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
}

function noteOf({ status, rejection_code, rejection_reason, stalled_reason }: DeliveryStore): string {
  if (status === "stalled") return printable(stalled_reason ?? "");
  if (!failed.includes(status)) return "";
  return printable([rejection_code, rejection_reason].filter(Boolean).join(": "));
}

function colourOf(screen: Screen): (status: string, line: string) => string {
  const colours = coloursOf(screen);
  const by: Partial<Record<DeliveryStoreStatus, (line: string) => string>> = {
    delivered: colours.green,
    rejected: colours.red,
    action_required: colours.yellow,
    stalled: colours.yellow,
    taken_down: colours.dim,
    cancelled: colours.dim,
  };
  return (status, line) => by[status as DeliveryStoreStatus]?.(line) ?? line;
}

function cut(line: string, columns: number): string {
  const letters = [...line.trimEnd()];
  return letters.length < columns ? letters.join("") : `${letters.slice(0, Math.max(columns - 2, 0)).join("")}…`;
}
