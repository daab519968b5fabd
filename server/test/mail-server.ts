// A mail server for tests: STARTTLS with a certificate that only the tests trust, and answers that a test chooses.

import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import type { SmtpServer } from "../src/mail/mail-settings.ts";
import { certificate_path } from "./tls-front.ts";

const key = readFileSync(new URL("./tls/localhost.key", import.meta.url));
const cert = readFileSync(certificate_path);

type ReceivedMail = { to: string; raw: string; is_encrypted: boolean; user: string | undefined };

export type MailServer = {
  /** As the service is told of it. */
  way: SmtpServer;
  received: ReceivedMail[];
  /** The answer to each recipient from now on; undefined: it takes the mail. */
  refuse(answer: { code: number; text: string } | undefined): void;
  close(): Promise<void>;
};

export const mail_credentials = { user: "segue", password: "correct horse battery" };

export async function startMailServer({ port = 0, has_tls = true, takes_ms = 0 } = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: { code: number; text: string } | undefined;
  const server = new SMTPServer({
    key,
    cert,
    logger: false,
    disableReverseLookup: true,
    ...(has_tls ? {} : { disabledCommands: ["STARTTLS"], allowInsecureAuth: true }),
    authOptional: true,
    onAuth({ username, password }, _session, callback) {
      const isKnown = username === mail_credentials.user && password === mail_credentials.password;
      if (isKnown) callback(null, { user: username });
      else callback(Object.assign(new Error(`No such user as ${username} with ${password}`), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, callback) {
      callback(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => void parts.push(part));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
        const user = typeof session.user === "string" ? session.user : undefined;
        received.push({ to, raw: Buffer.concat(parts).toString("utf8"), is_encrypted: session.secure, user });
        setTimeout(() => callback(null), takes_ms);
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  const address = server.server.address() as AddressInfo;
  return {
    way: {
      kind: "smtp",
      host: "localhost",
      port: address.port,
      is_tls: false,
      is_on_this_machine: false,
      credentials: mail_credentials,
      ca: cert.toString(),
    },
    received,
    refuse: (answer) => {
      refusal = answer;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A port of this machine at which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
