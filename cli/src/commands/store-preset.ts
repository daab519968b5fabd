// `segue store add --preset`, and the table behind it.

import { listedPresets, type StorePreset, storePresets } from "../../../server/src/stores/presets.ts";
import { choice } from "../option.ts";
import { note } from "../output.ts";
import { command } from "../row.ts";
import { UsageError } from "../settings.ts";

export const presetOption = choice(
  "--preset <store>",
  "begin with the publicly known settings of a real store; see `segue store presets`",
  Object.keys(storePresets),
);

/** Throws if messages of ours cannot reach the store. */
export function readPreset(key: string): StorePreset {
  const preset = storePresets[key];
  if (!preset) throw new UsageError(`There is no preset ${key}.`);
  if (preset.impossible) throw new UsageError(`${preset.name} cannot be added. ${preset.remark}`);
  return preset;
}

/** Says on the standard error where the preset comes from, and which settings are left to ask the store for. */
export function notePreset({ name, remark, sources, year, open = [] }: StorePreset): void {
  note(`${name}: ${remark}`);
  if (sources.length > 0) note(`From ${sources.join(", ")} (${year}).`);
  if (open.length > 0) note(`Not public, so set it yourself: ${open.join(", ")}.`);
}

export const presetsCommand = command("presets", "list the publicly known settings of real stores, with the sources", {
  examples: ["store presets", "store presets --json | jq '.data[] | select(.preset == \"spotify\")'"],
  run({ output }) {
    output.list({ data: [...listedPresets] }, [
      "preset",
      "name",
      "connector",
      "message_format",
      "settings",
      "open",
      "year",
      "sources",
    ]);
  },
});
