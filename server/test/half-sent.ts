// A session of PostgreSQL by hand, of a process that stands still when it has sent the first half of a statement.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, inject } from "vitest";

const PROTOCOL = 196_608;
/** The status that PostgreSQL says at the end of each answer: in a transaction. */
const IN_TRANSACTION = "Z\0\0\0\x05T";
/** The text is taken, and its parameters are described. */
const DESCRIBED = "1\0\0\0\x04t";

/** Does `work` in a transaction that stays open, and then sends the text of one more statement without its values. */
export async function sendHalf(database: string, application_name: string, work: string): Promise<Socket> {
  const { socket_dir, username } = inject("postgres");
  const socket = connect(join(socket_dir, ".s.PGSQL.5432"));
  await once(socket, "connect");
  // The session may be ended at any moment: that is what the test is about.
  socket.on("error", () => undefined);
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
  });
  const options = { user: username, database, application_name };
  const greeting = Object.entries(options).flatMap(([name, value]) => [text(name), text(value)]);
  socket.write(withLength(Buffer.concat([number(PROTOCOL), ...greeting, Buffer.of(0)])));
  socket.write(message("Q", text(`begin; ${work}`)));
  await expect.poll(() => received).toContain(IN_TRANSACTION);
  socket.write(message("P", text("half"), text("select $1::text"), Buffer.of(0, 0)));
  socket.write(message("D", Buffer.from("S"), text("half")));
  socket.write(message("H"));
  await expect.poll(() => received).toContain(DESCRIBED);
  return socket;
}

function message(kind: string, ...parts: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(kind), withLength(Buffer.concat(parts))]);
}

function withLength(bytes: Buffer): Buffer {
  return Buffer.concat([number(bytes.length + 4), bytes]);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
