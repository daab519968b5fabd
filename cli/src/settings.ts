// The settings that commands need before they call: the address of the service, and the credential.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { greatest } from "../../server/src/platform/long-list.ts";
import { findRunning } from "../../server/src/running.ts";
import {
  type EnvironmentName,
  environments,
  readSetting,
  type Setting,
  settings,
  type Variables,
} from "../../server/src/settings.ts";
import { readKeys } from "./keys-file.ts";

/** Wrong use of the command line: reported before anything is done, exit code 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly details: readonly { field: string; issue: string }[] = [],
  ) {
    super(message);
  }
}

/** The variables that the commands read. The service's own variables count too if both run on one machine. */
export const clientSettings = {
  SEGUE_URL: { shown: "the running service", meaning: "address of the service; it overrides every other source" },
  SEGUE_API_KEY: { shown: "the key that login stored", meaning: "an organization's API key or access token" },
  SEGUE_OPERATOR_KEY: { shown: "operator-key in the data folder", meaning: settings.SEGUE_OPERATOR_KEY.meaning },
  SEGUE_WEBHOOK_SECRET: { shown: "a new one", meaning: "the secret that `segue listen` signs with" },
  SEGUE_DATA_DIR: { ...settings.SEGUE_DATA_DIR, meaning: "where the running service and the operator's key are found" },
} as const satisfies Record<string, Setting>;

/** The address that a command calls, and its credential. */
export type Destination = { url: string; credential: string };

type Wish = { is_sandbox: boolean };

/** `--sandbox` selects the environment, because the operator's key is valid in both. */
export function operatorDestination(variables: Variables, { is_sandbox }: Wish): Destination {
  const environment = is_sandbox ? "sandbox" : "production";
  const isMixed = !is_sandbox && variables.SEGUE_API_KEY?.trim().startsWith(environments.sandbox.key_prefix);
  if (isMixed && namedUrl(variables) === undefined)
    throw new UsageError(
      "SEGUE_API_KEY is a sandbox key, and this command would act on production: add --sandbox, or unset SEGUE_API_KEY.",
    );
  return { credential: operatorKey(variables), url: namedUrl(variables) ?? localUrl(variables, environment) };
}

/** The key selects the environment. Without SEGUE_API_KEY, the key that `segue login` stored is used. */
export function partnerDestination(variables: Variables, wish: Wish): Destination {
  const credential = variables.SEGUE_API_KEY?.trim();
  if (!credential) return keptDestination(variables, wish);
  return { credential, url: namedUrl(variables) ?? localUrl(variables, environmentOf(credential, wish)) };
}

function keptDestination(variables: Variables, { is_sandbox }: Wish): Destination {
  const { current, keys } = readKeys(variables);
  const url = namedUrl(variables) ?? (is_sandbox ? localUrl(variables, "sandbox") : current);
  const credential = url === undefined ? undefined : keys[url];
  if (url !== undefined && credential !== undefined) return { url, credential };
  const where = url === undefined ? "" : ` for ${url}`;
  throw new UsageError(
    `This command needs an organization's API key${where}: run \`segue login\`, or set SEGUE_API_KEY, for example to the key that the first start prints.`,
  );
}

/** An access token does not show its environment. */
function environmentOf(credential: string, { is_sandbox }: Wish): EnvironmentName {
  if (credential.startsWith(environments.sandbox.key_prefix)) return "sandbox";
  if (!credential.startsWith(environments.production.key_prefix)) return is_sandbox ? "sandbox" : "production";
  if (is_sandbox)
    throw new UsageError("This is a production key: leave out --sandbox, or use a sandbox key (sk_test_…).");
  return "production";
}

/** The address where login tries a new key. */
export function loginUrl(variables: Variables, credential: string, wish: Wish): string {
  return namedUrl(variables) ?? localUrl(variables, environmentOf(credential, wish));
}

/** SEGUE_URL in a normal form, so that a key is stored and found under the same address. */
export function namedUrl(variables: Variables): string | undefined {
  const given = variables.SEGUE_URL?.trim();
  if (!given) return undefined;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new UsageError(`SEGUE_URL must be an http:// or https:// address, not "${given}".`);
  return new URL(given).href.replace(/(\/v1)?(?<!\/)\/*$/, "");
}

/** The service that runs on the data folder. If none runs, its default address. */
function localUrl(variables: Variables, environment: EnvironmentName): string {
  const running = findRunning(resolve(readSetting(variables, "SEGUE_DATA_DIR")));
  if (running) return running[`${environment}_url`];
  const port = readSetting(variables, environments[environment].port_variable);
  return `http://${localHost(readSetting(variables, "SEGUE_HOST"))}:${port}`;
}

/** A service that listens on every address is called on this machine's own. */
function localHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function operatorKey(variables: Variables): string {
  const given = variables.SEGUE_OPERATOR_KEY?.trim();
  if (given) return given;
  const path = join(resolve(readSetting(variables, "SEGUE_DATA_DIR")), "operator-key");
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new UsageError(`This needs the operator's key: set SEGUE_OPERATOR_KEY, or SEGUE_DATA_DIR (no ${path}).`);
  }
}

/** `NAME  default  meaning`, for help texts. */
export function settingLines(table: Readonly<Record<string, Setting>>): string {
  const rows = Object.entries(table).map(([name, { fallback, shown, meaning }]) => ({
    name,
    meaning,
    usual: fallback ?? shown ?? "",
  }));
  const width = (key: "name" | "usual") => greatest(rows.map((row) => row[key].length));
  return rows
    .map(({ name, usual, meaning }) => `  ${name.padEnd(width("name"))}  ${usual.padEnd(width("usual"))}  ${meaning}`)
    .join("\n");
}
