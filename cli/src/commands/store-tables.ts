// The tables of a store from files: CSV with a heading, or JSON.

import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import {
  readGenreTable,
  readPriceTierTable,
  readRoleTable,
  UnreadableTable,
} from "../../../server/src/stores/table-file.ts";
import { type CommandOption, parsed } from "../option.ts";

function fromFile<Table>(flags: string, meaning: string, read: (text: string) => Table): CommandOption<Table> {
  return parsed(flags, meaning, (path) => {
    try {
      return read(readFileSync(path, "utf8"));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (error instanceof UnreadableTable) throw new InvalidArgumentError(`${path}: ${message}`);
      throw new InvalidArgumentError(`The file cannot be read (${code}).`);
    }
  });
}

export const tableOptions = {
  genres: fromFile("--genres <file>", "its genres: CSV with genre,store_genre,store_subgenre, or JSON", readGenreTable),
  roles: fromFile("--roles <file>", "its roles: CSV with role,code, or JSON", readRoleTable),
  price_tiers: fromFile(
    "--price-tiers <file>",
    "its price tiers: CSV with code,name,namespace, or JSON",
    readPriceTierTable,
  ),
};
