import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { UsageError } from "../settings.ts";

/** The fields of a body, from a file, or from the standard input for `-`. The service checks them. */
export async function readJsonFile<Fields>(file: string): Promise<Fields> {
  const given = file === "-" ? await text(process.stdin) : readFileSync(file, "utf8");
  try {
    return JSON.parse(given) as Fields;
  } catch {
    // The parser's own message would quote the text, which may be a bank account.
    throw new UsageError(`${file === "-" ? "The standard input" : file} is not JSON.`);
  }
}
