// The way of a mail out of the service: into a file, or to a mail server over a few connections that are kept open.

import { open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import { withDeadline } from "../platform/deadline.ts";
import { newId } from "../platform/ids.ts";
import { makeFolder } from "../platform/make-folder.ts";
import type { MailSettings, SmtpServer } from "./mail-settings.ts";
import { plainLine } from "./rendering.ts";

/** Composed: the bytes of the message with its headers. */
type ComposedMail = { id: string; from: string; to: string; raw: Buffer };

/** `is_final`: the server will not take it, however often it is tried. The words hold no secret. */
export class MailNotSent extends Error {
  readonly is_final: boolean;
  constructor(words: string, is_final = false) {
    super(words);
    this.is_final = is_final;
  }
}

export type MailTransport = {
  /** Throws `MailNotSent`. */
  send(mail: ComposedMail): Promise<void>;
  /** Removes the oldest files: those of mails from before this id, and the oldest beyond a number. */
  sweep(keep: { from_id: string; at_most: number }): Promise<void>;
  /** Whether a mail could leave now, as a sentence. Nothing is sent. Throws `MailNotSent`. */
  check(): Promise<string>;
  close(): void;
};

export function openTransport(way: MailSettings["way"]): MailTransport {
  return way.kind === "file" ? intoFolder(way.path) : toServer(way);
}

/** Written under another name first: a file that is there is whole. A repeated try writes the same file. */
function intoFolder(path: string): MailTransport {
  const notWritten = ({ code, message }: NodeJS.ErrnoException) =>
    new MailNotSent(`The file could not be written to ${path} (${code ?? message}).`);
  const write = async ({ id, raw }: ComposedMail): Promise<void> => {
    await makeFolder(path);
    const draft = join(path, `.${id}.draft`);
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(raw);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(path, `${id}.eml`));
  };
  return {
    send: (mail) =>
      write(mail).catch((error: NodeJS.ErrnoException) => {
        throw notWritten(error);
      }),
    // Names begin with ids, which follow the time.
    async sweep({ from_id, at_most }) {
      const names = (await readdir(path).catch(() => []))
        .filter((name) => /^\.?mal_\w+\.(eml|draft)$/.test(name))
        .sort();
      const old = names.filter((name, index) => name.replace(/^\./, "") < from_id || index < names.length - at_most);
      for (const name of old) await rm(join(path, name), { force: true });
    },
    async check() {
      const probe = join(path, `.${newId("mal")}.draft`);
      try {
        await makeFolder(path);
        await writeFile(probe, "", { mode: 0o600 });
        await rm(probe);
      } catch (error) {
        throw notWritten(error as NodeJS.ErrnoException);
      }
      return `Mails are written as files to ${path}, because SEGUE_MAIL names no mail server.`;
    },
    close: () => undefined,
  };
}

const CONNECTIONS = 8;
const MAILS_PER_CONNECTION = 1_000;
const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 30_000;
// All of a mail: a server that sends a byte a second answers in time, and never ends.
const SEND_WITHIN_MS = 90_000;

function toServer(server: SmtpServer): MailTransport {
  let pool: Transporter | undefined;
  return {
    async send({ from, to, raw }) {
      pool ??= openPool(server);
      const used = pool;
      const tooLate = () => {
        // Its connection may hang for ever: all are closed, and the next mail opens new ones.
        used.close({ force: true });
        if (pool === used) pool = undefined;
        return new MailNotSent(`The mail server ${server.host}:${server.port} took too long.`);
      };
      try {
        await withDeadline(SEND_WITHIN_MS, used.sendMail({ envelope: { from, to: [to] }, raw }), tooLate);
      } catch (error) {
        throw error instanceof MailNotSent ? error : failureOf(error as SmtpFailure, server);
      }
    },
    sweep: async () => undefined,
    async check() {
      // A connection of its own: those of the pool may all be at work.
      const one = createTransport(connectionTo(server));
      const tooLate = () => new MailNotSent(`The mail server ${server.host}:${server.port} did not answer in time.`);
      try {
        await withDeadline(CONNECT_WITHIN_MS, one.verify(), tooLate);
      } catch (error) {
        throw error instanceof MailNotSent ? error : failureOf(error as SmtpFailure, server);
      } finally {
        one.close();
      }
      return `The mail server ${server.host}:${server.port} accepts ${server.credentials ? "the user" : "connections"}.`;
    },
    close: () => pool?.close(),
  };
}

function openPool(server: SmtpServer): Transporter {
  return createTransport({
    ...connectionTo(server),
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    maxRequeues: 1,
  });
}

function connectionTo({ host, port, is_tls, is_on_this_machine, credentials, ca }: SmtpServer) {
  return {
    host,
    port,
    secure: is_tls,
    requireTLS: !is_tls && !is_on_this_machine,
    // Nothing leaves this machine, and no certificate is made out to its own name.
    ignoreTLS: !is_tls && is_on_this_machine,
    auth: credentials && { user: credentials.user, pass: credentials.password },
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2", ...(ca && { ca }) },
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    dnsTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  } as const;
}

type SmtpFailure = Error & {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
};

const reasons: Readonly<Record<string, string>> = {
  ETIMEDOUT: "did not answer in time",
  EDNS: "has a name that cannot be resolved",
  ENOTFOUND: "has a name that cannot be resolved",
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "closed the connection",
  ECONNECTION: "closed the connection",
  ETLS: "offers no safe connection: STARTTLS failed or is missing, or its certificate is not trusted",
  EAUTH: "did not accept user and password",
  ENOAUTH: "asks for a user and a password",
};

const MAX_ANSWER_LENGTH = 300;
const about_this_mail = ["MAIL FROM", "RCPT TO", "DATA"];

/** An answer 5xx about this mail is final. About the connection or the sign-in, it is not: the operator may correct them. */
function failureOf(error: SmtpFailure, { host, port, credentials }: SmtpServer): MailNotSent {
  const { code = "", command = "", response, responseCode, permanent = false } = error;
  if (response && responseCode) {
    const secrets = credentials ? [credentials.password, credentials.user] : [];
    const words = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), plainLine(response));
    const is_final = permanent && about_this_mail.includes(command);
    return new MailNotSent(`The mail server answered ${words.slice(0, MAX_ANSWER_LENGTH)}`, is_final);
  }
  // A fault of the socket has its own name in the text alone.
  const [inner = code] = /\bE[A-Z]{4,20}\b/.exec(error.message) ?? [];
  const reason =
    reasons[inner] ?? reasons[code] ?? (isCertificateFault(inner, error.message) ? reasons.ETLS : undefined);
  return new MailNotSent(`The mail server ${host}:${port} ${reason ?? `could not be used (${code || "unknown"})`}.`);
}

function isCertificateFault(code: string, message: string): boolean {
  return /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(code) || /certificate/i.test(message);
}
