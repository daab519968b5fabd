// `segue store add --preset`, and the table behind it.

import { type StorePreset, storePresets } from "../../../server/src/stores/presets.ts";
import { choice } from "../option.ts";
import { note } from "../output.ts";
import { command } from "../row.ts";
import { UsageError } from "../settings.ts";

export const presetOption = choice(
  "--preset <store>",
  "begin with the publicly known settings of a real store; see `segue store presets`",
  Object.keys(storePresets),
);

type UsablePreset = Exclude<StorePreset, { impossible: true }>;

/** Throws if messages of ours cannot reach the store. */
export function readPreset(key: string): UsablePreset {
  const preset = storePresets[key];
  if (!preset) throw new UsageError(`There is no preset ${key}.`);
  if (preset.impossible) throw new UsageError(`${preset.name} cannot be added. ${preset.remark}`);
  return preset;
}

/** Says on the standard error where the preset comes from, and which settings are left to ask the store for. */
export function notePreset({ name, remark, sources, year, open }: UsablePreset): void {
  note(`${name}: ${remark}`);
  if (sources.length > 0) note(`From ${sources.join(", ")} (${year}).`);
  if (open.length > 0) note(`Not public, so set it yourself: ${open.join(", ")}.`);
}

export const presetsCommand = command("presets", "list the publicly known settings of real stores, with the sources", {
  examples: ["store presets", "store presets --json | jq '.data[] | select(.preset == \"spotify\")'"],
  run({ output }) {
    const data = Object.entries(storePresets).map(([preset, row]) => ({ preset, ...shownPreset(row) }));
    output.list({ data }, ["preset", "name", "connector", "message_format", "settings", "open", "year", "sources"]);
  },
});

function shownPreset(row: StorePreset) {
  const { name, remark, sources, year } = row;
  if (row.impossible) return { name, connector: null, remark, sources, year };
  const { kind = null, message_format = null, settings, open } = row;
  return { name, connector: kind, message_format, settings, open, remark, sources, year };
}
