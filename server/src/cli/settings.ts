// What the commands need to know before they call: where the service is, and with which credential.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type EnvironmentName, environments, readSetting, type Setting, settings, type Variables } from "../config.ts";

/** Wrong use of the command line: told before anything is done, exit code 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly details: readonly { field: string; issue: string }[] = [],
  ) {
    super(message);
  }
}

/** The variables that the commands read; those of the service count too, where both run on one machine. */
export const clientSettings = {
  SEGUE_URL: { shown: "http://127.0.0.1:8080", meaning: "where the service is" },
  SEGUE_API_KEY: { shown: "none", meaning: "an organization's API key or access token" },
  SEGUE_OPERATOR_KEY: { shown: "operator-key in the data folder", meaning: settings.SEGUE_OPERATOR_KEY.meaning },
  SEGUE_WEBHOOK_SECRET: { shown: "a new one", meaning: "the secret that `segue listen` signs with" },
  SEGUE_DATA_DIR: { ...settings.SEGUE_DATA_DIR, meaning: "where the operator's key is looked for" },
} as const satisfies Record<string, Setting>;

export function serviceUrl(variables: Variables, environment: EnvironmentName): string {
  const given = variables.SEGUE_URL?.trim();
  const port = readSetting(variables, environments[environment].port_variable);
  if (!given) return `http://${localHost(readSetting(variables, "SEGUE_HOST"))}:${port}`;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new UsageError(`SEGUE_URL must be an http:// or https:// address, not "${given}".`);
  const url = new URL(given);
  if (environment === "sandbox") {
    if (url.port === "")
      throw new UsageError("SEGUE_URL has no port to exchange for the sandbox's; set SEGUE_URL to the sandbox itself.");
    url.port = port;
  }
  return url.href.replace(/(\/v1)?\/*$/, "");
}

/** A service that listens on every address is called on this machine's own. */
function localHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

export function operatorKey(variables: Variables): string {
  const given = variables.SEGUE_OPERATOR_KEY?.trim();
  if (given) return given;
  const path = join(resolve(readSetting(variables, "SEGUE_DATA_DIR")), "operator-key");
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new UsageError(`This needs the operator's key: set SEGUE_OPERATOR_KEY, or SEGUE_DATA_DIR (no ${path}).`);
  }
}

export function apiKey(variables: Variables, environment: EnvironmentName): string {
  const given = variables.SEGUE_API_KEY?.trim();
  if (!given)
    throw new UsageError("This needs an organization's key: set SEGUE_API_KEY to one, such as the start prints.");
  // SEGUE_URL may name either environment; the ports of this machine are known.
  const isOther = given.startsWith(otherPrefix[environment]) && !variables.SEGUE_URL?.trim();
  if (isOther) throw new UsageError(otherKey[environment]);
  return given;
}

const otherPrefix = { production: "sk_test_", sandbox: "sk_live_" };
const otherKey = {
  production: "SEGUE_API_KEY is a key of the sandbox: add --sandbox.",
  sandbox: "SEGUE_API_KEY is a key of production, and this calls the sandbox: set a key that begins with sk_test_.",
};

/** `NAME  default  meaning`, for help texts. */
export function settingLines(table: Readonly<Record<string, Setting>>): string {
  const rows = Object.entries(table).map(([name, { fallback, shown, meaning }]) => ({
    name,
    meaning,
    usual: fallback ?? shown ?? "",
  }));
  const width = (key: "name" | "usual") => Math.max(...rows.map((row) => row[key].length));
  return rows
    .map(({ name, usual, meaning }) => `  ${name.padEnd(width("name"))}  ${usual.padEnd(width("usual"))}  ${meaning}`)
    .join("\n");
}
