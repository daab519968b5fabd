// The signing secret of an endpoint, as commands get it: from a variable, a question or a pipe. It is never an argument.

import type { Variables } from "../../server/src/settings.ts";
import { askSecret } from "./ask.ts";
import { type CommandOption, flag } from "./option.ts";
import { UsageError } from "./settings.ts";

export const SECRET_VARIABLE = "SEGUE_WEBHOOK_SECRET";

type Asked = true | string;

/** A value is parsed only to be refused: every user of this machine can list the arguments of its processes. */
export function secretOption(meaning: string): CommandOption<Asked> {
  return flag<Asked>("--secret [refused]", meaning);
}

export function setSecret(variables: Variables): string | undefined {
  const set = variables[SECRET_VARIABLE]?.trim();
  return set ? readSecret(SECRET_VARIABLE, set) : undefined;
}

export async function askedSecret(asked: Asked): Promise<string> {
  if (typeof asked === "string")
    throw new UsageError(
      "Every user of this machine can read a secret on the command line: give --secret without a value, and type the secret when asked or send it by a pipe.",
    );
  return readSecret("The typed text", await askSecret("Secret (whsec_…): "));
}

/** For a command whose service makes a secret unless the user has one. */
export async function ownSecret(asked: Asked | undefined): Promise<{ secret?: string }> {
  return asked === undefined ? {} : { secret: await askedSecret(asked) };
}

function readSecret(source: string, text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return text;
  throw new UsageError(`${source} is not a webhook secret: it must be whsec_ followed by base64 of at least 24 bytes.`);
}
