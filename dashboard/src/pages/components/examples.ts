// The examples on the page of components: one of each state.

import type { DeliveryStoreStatus } from "@segue/sdk";
import type { Bar } from "../../charts/bars.tsx";
import type { PaletteItem } from "../../components/palette.tsx";
import type { ShownStatus, Tone } from "../../components/status.tsx";
import type { Step } from "../../components/step-track.tsx";
import { exampleWords } from "./words.ts";

const lines: readonly { tone: Tone; parts: readonly string[]; status?: string }[] = [
  { tone: "good", parts: [exampleWords.lines.everywhere], status: exampleWords.statuses.delivered },
  {
    tone: "running",
    parts: [exampleWords.lines.onItsWay, exampleWords.lines.live],
    status: exampleWords.statuses.inProgress,
  },
  {
    tone: "needed",
    parts: [exampleWords.lines.partly, exampleWords.lines.needed, exampleWords.lines.stalled],
    status: exampleWords.statuses.rejected,
  },
  { tone: "wrong", parts: [exampleWords.lines.rejected] },
  { tone: "quiet", parts: [exampleWords.lines.takenDown] },
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
const stores = at.map((status, index) => ({ id: `store_${index}`, name: exampleWords.store(index + 1), status }));

/** A song that grows louder and ends. */
const peaks = Array.from({ length: 600 }, (_, index) => {
  const beat = 0.55 + 0.45 * Math.abs(Math.sin(index * 0.9) * Math.cos(index * 0.13));
  const shape = Math.min(1, index / 180) * Math.min(1, (600 - index) / 60);
  return Math.round(255 * beat * (0.25 + 0.75 * shape));
});

const steps: readonly Step[] = [
  { name: exampleWords.steps.requested, state: "done", about: exampleWords.steps.requestedOn },
  { name: exampleWords.steps.approved, state: "done", about: exampleWords.steps.approvedOn },
  { name: exampleWords.steps.processing, state: "now" },
  { name: exampleWords.steps.paid, state: "later" },
];

const nothing = () => undefined;
const found: readonly PaletteItem[] = [
  {
    key: "1",
    group: exampleWords.found.releases,
    name: exampleWords.work,
    about: exampleWords.found.artist,
    isWork: true,
    run: nothing,
  },
  {
    key: "2",
    group: exampleWords.found.releases,
    name: exampleWords.found.otherWork,
    about: exampleWords.found.otherArtist,
    isWork: true,
    run: nothing,
  },
  { key: "3", group: exampleWords.found.actions, name: exampleWords.found.newRelease, run: nothing },
];

const amounts = [320, 410, 380, 520, 610, 240];
const months = exampleWords.months.map((name, index): Bar => {
  const value = amounts[index] ?? 0;
  return { key: name, name, value, shown: exampleWords.euros(value), before: value * 0.8, isRunning: index === 5 };
});
const places = exampleWords.stores.map(
  (name, index): Bar => ({ key: name, name, value: 900 / (index + 1), shown: exampleWords.euros(900 / (index + 1)) }),
);

export const examples = { lines, statuses, stores, peaks, steps, found, months, places };
