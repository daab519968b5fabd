// HTTP by hand, for what a well-behaved client cannot send: bytes go out as they are, and every answer that comes back
// is read until the server closes.

import { connect } from "node:net";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers.
export type RawAnswer = { status: number; headers: Record<string, string>; text: string; body: any };

/** A service that has not closed by then hangs. */
const CLOSED_WITHIN_MS = 60_000;

/** Sends the parts one after the other; `end` closes our side after the last, as a client does that gave up. */
export function sendRaw(
  url: string,
  parts: string | readonly (string | Buffer)[],
  options: { end?: boolean } = {},
): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const received: Buffer[] = [];
    let trouble: Error | undefined;
    const timer = setTimeout(() => {
      trouble = new Error(`No end of the answer: ${Buffer.concat(received).toString().slice(0, 500)}`);
      socket.destroy();
    }, CLOSED_WITHIN_MS);
    socket.on("data", (bytes) => received.push(bytes));
    socket.on("end", () => socket.end());
    socket.on("error", (error) => {
      trouble = error;
    });
    socket.on("close", () => {
      clearTimeout(timer);
      if (received.length === 0 && trouble) reject(trouble);
      else resolve(parseAnswers(Buffer.concat(received)));
    });
    socket.on("connect", () => void write(socket, [parts].flat(), options.end ?? false));
  });
}

/** One request whose answer is the only one. */
export async function sendOne(...sent: Parameters<typeof sendRaw>): Promise<RawAnswer> {
  const [answer, ...others] = await sendRaw(...sent);
  if (!answer || others.length > 0) throw new Error(`Expected one answer, got ${answer ? others.length + 1 : 0}.`);
  return answer;
}

async function write(socket: ReturnType<typeof connect>, parts: readonly (string | Buffer)[], end: boolean) {
  for (const part of parts) {
    if (!socket.writable) return;
    socket.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (end) socket.end();
}

function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const head_end = rest.indexOf("\r\n\r\n");
    if (head_end < 0) throw new Error(`Half an answer: ${rest.toString().slice(0, 200)}`);
    const [status_line = "", ...lines] = rest.subarray(0, head_end).toString("latin1").split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const status = Number(status_line.split(" ")[1]);
    const length = Number(headers["content-length"] ?? 0);
    const text = rest.subarray(head_end + 4, head_end + 4 + length).toString();
    rest = rest.subarray(head_end + 4 + length);
    // 100 Continue is not an answer yet.
    if (status >= 200)
      answers.push({ status, headers, text, body: text.startsWith("{") ? JSON.parse(text) : undefined });
  }
  return answers;
}
