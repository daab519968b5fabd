// A session is made ready before the driver has it.
//
// The problem. The settings of a session could be sent in its first message, but PgBouncer refuses settings there that
// it does not know. And a session may be read-only: on a standby, or because of an operator or a full disk. If the
// address names another server, that one may be writable.
//
// The procedure. The driver greets the server and authenticates. We hold back the server's message that it is ready,
// and send one statement that applies the settings and asks whether the session can write. After its answer, we pass
// the message on. An error goes to the driver unchanged: the driver sees a refused connection.

export type SessionSettings = Readonly<Record<string, string | number | boolean>>;

export type Session = {
  /** The statement's text: see `settingStatement`. */
  statement: string;
  /** Sends bytes to the server, and passes bytes on to the driver. */
  send(bytes: Buffer): void;
  pass(bytes: Buffer): void;
  /** Returns whether we accept the session. */
  onReady(is_read_only: boolean): boolean;
  /** Returns whether to pass the error on to the driver. */
  onRefused(code: string): boolean;
  /** The server accepts the login, but not these settings. */
  end(): void;
};

// The server's operator decides which values it logs, but ours may be partners' secrets, so we turn that off. Some
// settings need rights or a newer version: those that cannot be set stay as they are.
const quietSettings = { log_parameter_max_length_on_error: 0 };
const superuserSettings = { log_parameter_max_length: 0, log_error_verbosity: "terse" };

/** Asks whether the session is read-only and sets what it needs, in one round trip. */
export function settingStatement(settings: SessionSettings): string {
  const set = (name: string, value: unknown) => `set_config(${literal(name)}, ${literal(String(value))}, false)`;
  const sets = Object.entries(settings).map(([name, value]) => set(name, value));
  const quiet = Object.entries(quietSettings).map(
    ([name, value]) => `case when current_setting(${literal(name)}, true) is not null then ${set(name, value)} end`,
  );
  const asSuperuser = Object.entries(superuserSettings).map(
    ([name, value]) => `case when current_setting('is_superuser') = 'on' then ${set(name, value)} end`,
  );
  return `select current_setting('transaction_read_only'), ${[...sets, ...quiet, ...asSuperuser].join(", ")}`;
}

/** A literal that is safe whether or not the server treats backslashes as escapes. */
function literal(text: string): string {
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

// The first byte of a message of the server.
const ERROR = 0x45;
const ROW = 0x44;
const PARAMETER = 0x53;
const READY = 0x5a;

/** Receives the bytes from the server until the session is ready, and none after that. */
export function openSession(session: Session): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let ready: Buffer | undefined;
  let is_read_only = false;
  /** Returns whether it needs more bytes. */
  const onMessage = (message: Buffer): boolean => {
    const [kind] = message;
    if (kind === ERROR) {
      if (session.onRefused(fieldOf(message, "C"))) session.pass(message);
      if (ready) session.end();
      return false;
    }
    if (kind === READY && ready) {
      if (!session.onReady(is_read_only)) return false;
      session.pass(ready);
      if (rest.length > 0) session.pass(rest);
      return false;
    }
    if (kind === READY) {
      ready = message;
      session.send(queryMessage(session.statement));
    } else if (!ready || kind === PARAMETER) session.pass(message);
    else if (kind === ROW) is_read_only = firstValue(message) === "on";
    return true;
  };
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (let end = messageEnd(rest); end <= rest.length; end = messageEnd(rest)) {
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      if (!onMessage(message)) return;
    }
  };
}

// A message: one byte for its kind, four for the length of the rest including these four.
const HEAD_BYTES = 5;

function messageEnd(bytes: Buffer): number {
  return bytes.length < HEAD_BYTES ? Number.POSITIVE_INFINITY : bytes.readUInt32BE(1) + 1;
}

function queryMessage(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from("Q....");
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** After the number of values comes the first one's length. */
function firstValue(row: Buffer): string {
  const length = row.readInt32BE(HEAD_BYTES + 2);
  return row.toString("utf8", HEAD_BYTES + 6, HEAD_BYTES + 6 + length);
}

/** The fields of an error are a letter and a text each. */
function fieldOf(error: Buffer, letter: string): string {
  const fields = error.toString("utf8", HEAD_BYTES).split("\0");
  return fields.find((field) => field.startsWith(letter))?.slice(1) ?? "";
}
