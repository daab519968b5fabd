// Where mail goes and whom it comes from, by the variables. The sandbox never sends mail: it writes files.

import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import type { MailSettings, SmtpServer } from "./mail/mail-settings.ts";
import { readEmail } from "./people/email.ts";
import { isInBlocks, parseAddressBlocks } from "./platform/address-block.ts";
import { type EnvironmentName, readSetting, type Variables } from "./settings.ts";

const FORMS = "file:, file:/folder, smtp://user:password@host:587 or smtps://user:password@host:465";
const loopback = parseAddressBlocks("127.0.0.0/8,::1/128");

export function readMailSettings(variables: Variables, data_dir: string): Record<EnvironmentName, MailSettings> {
  const text = readSetting(variables, "SEGUE_MAIL");
  const server = readServer(text);
  if (server && !variables.SEGUE_MAIL_FROM?.trim())
    throw new ConfigError(
      "SEGUE_MAIL_FROM must be set when SEGUE_MAIL is a mail server, such as Segue <segue@example.com>.",
    );
  const from = readFrom(readSetting(variables, "SEGUE_MAIL_FROM"));
  const folder = server ? join(data_dir, "mail") : readFolder(text, data_dir);
  const fileWay = (name: EnvironmentName) => ({ kind: "file", path: join(folder, name) }) as const;
  return { production: { from, way: server ?? fileWay("production") }, sandbox: { from, way: fileWay("sandbox") } };
}

function readFolder(text: string, data_dir: string): string {
  if (text === "file:") return join(data_dir, "mail");
  const path = /^file:(?:\/\/)?(\/.+)$/.exec(text)?.[1];
  if (path !== undefined) return resolve(path);
  // The text may hold a password, so it is not shown.
  throw new ConfigError(`SEGUE_MAIL must be ${FORMS}.`);
}

function readServer(text: string): SmtpServer | undefined {
  if (!/^smtps?:/i.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.hostname === "" || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    throw new ConfigError(`SEGUE_MAIL is no address of a mail server: write ${FORMS}.`);
  const is_tls = url.protocol === "smtps:";
  const host = decode(url.hostname).replace(/^\[(.*)\]$/, "$1");
  return {
    kind: "smtp",
    host,
    port: url.port === "" ? (is_tls ? 465 : 587) : Number(url.port),
    is_tls,
    is_on_this_machine: isLoopback(host),
    credentials: readCredentials(url),
  };
}

function isLoopback(host: string): boolean {
  const [block] = isIP(host) === 0 ? [] : parseAddressBlocks(host);
  return host === "localhost" || (block !== undefined && isInBlocks(block[0], loopback));
}

function readCredentials({ username, password }: URL): SmtpServer["credentials"] {
  if (username === "" && password === "") return undefined;
  if (username === "" || password === "")
    throw new ConfigError("SEGUE_MAIL must name both a user and a password, or neither.");
  return { user: decode(username), password: decode(password) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError("SEGUE_MAIL has a % that begins no escape: write %25 for a % in the user or password.");
  }
}

const MAX_NAME_LENGTH = 100;

/** `Name <address>`, or the address alone. */
function readFrom(text: string): MailSettings["from"] {
  const [, name = "", between] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  const address = readEmail(between ?? text);
  const is_sound = name.length <= MAX_NAME_LENGTH && !/[\p{Cc}\p{Cf}]/u.test(name);
  if (address !== undefined && is_sound) return { name: name.trim().replaceAll('"', ""), address };
  throw new ConfigError(`SEGUE_MAIL_FROM must be an address such as Segue <segue@example.com>, not "${text}".`);
}
