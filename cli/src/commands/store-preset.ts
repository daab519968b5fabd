// `segue store add --preset`, and the table behind it.

import { Command, Option } from "commander";
import { type StorePreset, storePresets } from "../../../server/src/stores/presets.ts";
import { examples, outputOf } from "../command.ts";
import { note } from "../output.ts";
import { UsageError } from "../settings.ts";

export const presetOption = () =>
  new Option(
    "--preset <store>",
    "begin with what is publicly known of a real store; see `segue store presets`",
  ).choices(Object.keys(storePresets));

type UsablePreset = Exclude<StorePreset, { impossible: true }>;

/** Throws if messages of ours cannot reach the store. */
export function readPreset(key: string): UsablePreset {
  const preset = storePresets[key];
  if (!preset) throw new UsageError(`There is no preset ${key}.`);
  if (preset.impossible) throw new UsageError(`${preset.name} cannot be added. ${preset.remark}`);
  return preset;
}

/** To the terminal, beside the store itself: where it comes from, and what is left to ask. */
export function tellPreset({ name, remark, sources, year, open }: UsablePreset): void {
  note(`${name}: ${remark}`);
  if (sources.length > 0) note(`From ${sources.join(", ")} (${year}).`);
  if (open.length > 0) note(`Not public, so set it yourself: ${open.join(", ")}.`);
}

const columns = ["preset", "name", "connector", "message_format", "settings", "open", "year", "sources"];

export function presetsCommand(): Command {
  const command = new Command("presets").description("what is publicly known of real stores, with the sources");
  examples(command, ["store presets", "store presets --json | jq '.data[] | select(.preset == \"spotify\")'"]);
  return command.action(() => {
    const data = Object.entries(storePresets).map(([preset, row]) => ({ preset, ...shownPreset(row) }));
    outputOf(command).list({ data }, columns);
  });
}

function shownPreset(row: StorePreset) {
  const { name, remark, sources, year } = row;
  if (row.impossible) return { name, connector: null, remark, sources, year };
  const { kind = null, message_format = null, settings, open } = row;
  return { name, connector: kind, message_format, settings, open, remark, sources, year };
}
