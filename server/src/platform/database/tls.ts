// TLS with the database, negotiated here and not by the driver, which would put an unprotected socket of its own over
// ours (socket.ts).
//
// The procedure. Eight bytes ask for TLS, and one byte is the answer: S, and the handshake begins, or N. Any other
// bytes that come with that byte were not encrypted. An attacker may have inserted them, so they end the connection.

import { isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";

/** Named as in libpq. The first two do not insist on TLS, `require` does not check the certificate, the last two do. */
export const tlsModes = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;
export type TlsMode = (typeof tlsModes)[number];

/** Without a mode: `prefer`, or no TLS on this machine. Without `ca`: the authorities that Node trusts. */
export type Tls = { mode?: TlsMode; ca?: string };

/** The server has no TLS, or the handshake failed. The code is the cause's code, if it has one. */
export class TlsFailed extends Error {
  readonly code: string | undefined;

  constructor(why: string, cause?: NodeJS.ErrnoException) {
    super(`TLS with the database failed: ${why}`, { cause });
    this.code = cause?.code;
  }
}

export function modeFor(host: string, { mode }: Tls): TlsMode {
  return mode ?? (/^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host) ? "disable" : "prefer");
}

/** Returns an encrypted socket over this one, or this one itself if TLS is not required. The caller sets the time limit. */
export async function encrypt(socket: Socket, host: string, tls: Tls): Promise<Socket> {
  const mode = modeFor(host, tls);
  if (mode === "disable") return socket;
  if (await offersTls(socket)) return shakeHands(socket, { ...verification(mode, tls.ca), host });
  if (mode === "prefer") return socket;
  throw new TlsFailed(`the server does not offer it, and sslmode=${mode} needs it.`);
}

// The length of the message and the code of the request.
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

function offersTls(socket: Socket): Promise<boolean> {
  return new Promise((resolve, reject) => {
    socket.once("data", (answer) => {
      const text = answer.toString("latin1");
      if (text === "S" || text === "N") return resolve(text === "S");
      // A server with no room for another connection says so at once, before it reads our request.
      const why = "The database did not answer the request for TLS.";
      reject(Object.assign(new Error(why), { code: "CONNECTION_CLOSED" }));
    });
    socket.write(SSL_REQUEST);
  });
}

function verification(mode: TlsMode, ca: string | undefined): ConnectionOptions {
  if (mode === "prefer" || mode === "require") return { rejectUnauthorized: false };
  const trusted = { rejectUnauthorized: true, ...(ca !== undefined && { ca }) };
  return mode === "verify-full" ? trusted : { ...trusted, checkServerIdentity: () => undefined };
}

function shakeHands(socket: Socket, options: ConnectionOptions & { host: string }): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // Only a name may be sent to the server, never an IP address. Its certificate must match `host` in both cases.
    const named = isIP(options.host) ? {} : { servername: options.host };
    const encrypted = connect({ ...options, ...named, socket }, () => resolve(encrypted));
    // Keep both listeners: the socket must never be without one before the driver adds its own.
    encrypted.on("error", (error) => reject(new TlsFailed(error.message, error)));
    socket.on("error", (error) => encrypted.destroy(error));
  });
}
