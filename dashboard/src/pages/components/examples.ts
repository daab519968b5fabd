// The examples on the page of components: one of each state.

import type { DeliveryStoreStatus } from "@segue/sdk";
import type { Bar } from "../../charts/bars.tsx";
import type { PaletteItem } from "../../components/palette.tsx";
import type { ShownStatus, Tone } from "../../components/status.tsx";
import type { Step } from "../../components/step-track.tsx";

const lines: readonly { tone: Tone; parts: readonly string[]; status?: string }[] = [
  { tone: "good", parts: ["Live at all 34 stores"], status: "delivered" },
  { tone: "running", parts: ["On its way to 5 stores", "29 are live"], status: "in progress" },
  { tone: "needed", parts: ["Live at 29 of 34", "3 need you", "1 stalled"], status: "rejected" },
  { tone: "wrong", parts: ["The review rejected it"] },
  { tone: "quiet", parts: ["Taken down at 1 of 2, the other is doing so"] },
];

const statuses: readonly ShownStatus[] = ["draft", "submitted", "delivered", "action_required", "rejected"];

const at: readonly DeliveryStoreStatus[] = [
  "delivered",
  "delivered",
  "delivered",
  "delivered",
  "ingesting",
  "sending",
  "queued",
  "stalled",
  "action_required",
  "rejected",
  "takedown_requested",
  "taken_down",
  "cancelled",
];
const stores = at.map((status, index) => ({ id: `store_${index}`, name: `Store ${index + 1}`, status }));

/** A song that grows louder and ends. */
const peaks = Array.from({ length: 600 }, (_, index) => {
  const beat = 0.55 + 0.45 * Math.abs(Math.sin(index * 0.9) * Math.cos(index * 0.13));
  const shape = Math.min(1, index / 180) * Math.min(1, (600 - index) / 60);
  return Math.round(255 * beat * (0.25 + 0.75 * shape));
});

const steps: readonly Step[] = [
  { name: "Requested", state: "done", about: "3 Feb" },
  { name: "Approved", state: "done", about: "4 Feb" },
  { name: "Processing", state: "now" },
  { name: "Paid", state: "later" },
];

const nothing = () => undefined;
const found: readonly PaletteItem[] = [
  { key: "1", group: "Releases", name: "Moth Season", about: "Vera Lux", isWork: true, run: nothing },
  { key: "2", group: "Releases", name: "Moths, Again", about: "Tin Orchard", isWork: true, run: nothing },
  { key: "3", group: "Actions", name: "New release", run: nothing },
];

const amounts = [320, 410, 380, 520, 610, 240];
const months = ["Sep", "Oct", "Nov", "Dec", "Jan", "Feb"].map((name, index): Bar => {
  const value = amounts[index] ?? 0;
  return { key: name, name, value, shown: `€${value}`, before: value * 0.8, isRunning: name === "Feb" };
});
const places = ["Flagstone", "Pedant", "Rejecta"].map(
  (name, index): Bar => ({ key: name, name, value: 900 / (index + 1), shown: `€${900 / (index + 1)}` }),
);

export const examples = { lines, statuses, stores, peaks, steps, found, months, places };
