// HTTP to strangers.
//
// The problem. Strangers name URLs and we call them, thousands a second, from inside the operator's network. So a URL
// must not lead us to an internal address (address.ts). Servers of every kind answer, or hang, drip, lie, reset and
// flood, and each may cost no more than its own call.
//
// The procedure. A call takes a connection that its owner has kept to that origin, or opens one (connections.ts,
// connect.ts), writes the request and reads the answer's status, its Retry-After and the first bytes of its body. A
// little more is read and dropped, so that the connection can be kept. A larger body ends with its connection and
// counts as answered. Nothing is decompressed and no redirect is followed. One timer covers all of it.
//
// When it fails, the outcome says why in a sentence; a call never throws. A call is one request, so that the caller and the
// server count the same number of calls. That holds also where the server closes a kept connection just as we write. We keep
// connections for a shorter time than servers do, so that this is rare.

import type { Dispatcher } from "undici";
import type { AddressBlock } from "../address-block.ts";
import { Beginning } from "../outside-bytes.ts";
import { carriedTrace, tracePart } from "../tracing/tracing.ts";
import { readTarget, refusalBefore, refusalOf, type Target } from "./address.ts";
import { addressesOf, OutboundRefused, openSocket, resolveName, type Way } from "./connect.ts";
import { type Connection, type Connections, createConnections, type Peer } from "./connections.ts";
import { errorSentence } from "./error.ts";
import { REPLY_BYTES, replyText } from "./reply.ts";

export { parseAddressBlocks as parseAllowedBlocks } from "../address-block.ts";

/** Networks that calls may reach besides the public internet, over http:// too. */
type AllowedBlock = AddressBlock;

type OutboundRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The owner of the connections. Owners never share one. */
  owner: string;
  /** One deadline over name resolution, connect, TLS, headers and body. */
  within_ms: number;
};

/**
 * `error` is null if a whole answer came in time, with any status. `is_refused`: the address rule refused, nothing was
 * connected.
 */
export type OutboundOutcome = {
  status: number | null;
  retry_after: string | null;
  reply: string;
  error: string | null;
  is_refused: boolean;
  duration_ms: number;
};

export type Outbound = {
  /** Why this URL may not be called, in one sentence. Undefined if it may, or if the name has no address (yet). */
  refusal(url: string): Promise<string | undefined>;
  /** Never throws. */
  post(request: OutboundRequest): Promise<OutboundOutcome>;
  close(): Promise<void>;
};

export type OutboundOptions = {
  allow: readonly AllowedBlock[];
  resolve?: Way["resolve"];
  /** Certificate authorities that are trusted instead of those that Node trusts: for tests. */
  ca?: string;
};

// A body is read to its end up to this size, so that the connection can be kept.
const MAX_BODY_BYTES = 65_536;
const MAX_INFORMATIONAL_ANSWERS = 16;
const MAX_RETRY_AFTER_LENGTH = 64;
const REFUSAL_WITHIN_MS = 5_000;
const MAX_TARGETS = 10_000;
const STOPPING = "The service is stopping.";

export function createOutbound({ allow, resolve = resolveName, ca }: OutboundOptions): Outbound {
  const way = { allow, resolve, ca };
  const connections = createConnections(({ target, memory }, signal) => openSocket(way, target, memory, signal));
  const running = new Set<Call>();
  const targetOf = rememberTargets();
  let is_closed = false;
  const send = (request: OutboundRequest, target: Target) =>
    new Promise<OutboundOutcome>((answer) => {
      const call = new Call(request, connections.enter(request.owner, target), connections);
      running.add(call);
      call.start(target.path, (outcome) => {
        running.delete(call);
        answer(outcome);
      });
    });
  return {
    async refusal(url) {
      const target = readTarget(url);
      if (typeof target === "string") return target;
      const before = refusalBefore(target, allow);
      if (before !== undefined) return before;
      try {
        const addresses = await addressesOf(way, target, AbortSignal.timeout(REFUSAL_WITHIN_MS));
        return refusalOf(target, addresses, allow);
      } catch {
        // The name cannot be resolved now. Each call resolves and checks it again.
        return undefined;
      }
    },
    post(request) {
      const target = targetOf(request.url);
      if (typeof target === "string") return Promise.resolve(refused(target));
      if (is_closed) return Promise.resolve({ ...refused(STOPPING), is_refused: false });
      return traced(request, target, (request) => send(request, target));
    },
    async close() {
      is_closed = true;
      for (const call of running) call.end(STOPPING);
      await connections.close();
    },
  };
}

/** The receiver gets the trace, if there is one. A path may be a secret, so the span has the host alone. */
function traced(
  request: OutboundRequest,
  { host }: Target,
  send: (request: OutboundRequest) => Promise<OutboundOutcome>,
): Promise<OutboundOutcome> {
  const work = { name: "POST", kind: "client", attributes: { "server.address": host } } as const;
  const sent = () => {
    const traceparent = carriedTrace();
    return send(traceparent === undefined ? request : { ...request, headers: { ...request.headers, traceparent } });
  };
  return tracePart(work, sent, ({ status, error }) => ({
    "http.response.status_code": status ?? undefined,
    "error.type": error === null ? undefined : "unanswered",
  }));
}

/** One call in flight. undici calls these methods. */
class Call implements Dispatcher.DispatchHandler {
  readonly #request: OutboundRequest;
  readonly #peer: Peer;
  readonly #connections: Connections;
  readonly #started_ms = performance.now();
  #path = "";
  #answer: ((outcome: OutboundOutcome) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #opening: AbortController | undefined;
  #connection: Connection | undefined;
  #informational_answers = 0;
  #status: number | null = null;
  #retry_after: string | null = null;
  readonly #reply = new Beginning(REPLY_BYTES);

  constructor(request: OutboundRequest, peer: Peer, connections: Connections) {
    this.#request = request;
    this.#peer = peer;
    this.#connections = connections;
  }

  start(path: string, answer: (outcome: OutboundOutcome) => void): void {
    this.#path = path;
    this.#answer = answer;
    this.#timer = setTimeout(expire, this.#request.within_ms, this);
    const idle = this.#connections.takeIdle(this.#peer);
    if (idle) this.#send(idle);
    else this.#open();
  }

  expire(): void {
    const seconds = this.#request.within_ms / 1_000;
    this.end(
      this.#status === null ? `Did not answer within ${seconds} s.` : `Did not finish its answer within ${seconds} s.`,
    );
  }

  /** Only the first end counts. Without an error, the connection is kept unless more of the answer is to come. */
  end(error: string | null, { is_refused = false, can_keep = false } = {}): void {
    const answer = this.#answer;
    if (answer === undefined) return;
    this.#answer = undefined;
    clearTimeout(this.#timer);
    this.#opening?.abort();
    if (this.#connection) {
      if (can_keep) this.#connections.keep(this.#connection);
      else this.#connections.drop(this.#connection);
    }
    this.#connections.leave(this.#peer);
    answer({
      status: this.#status,
      retry_after: this.#retry_after,
      reply: replyText(this.#reply.bytes(), this.#reply.size > REPLY_BYTES),
      error,
      is_refused,
      duration_ms: Math.round(performance.now() - this.#started_ms),
    });
  }

  #open(): void {
    this.#opening = new AbortController();
    this.#connections.open(this.#peer, this.#opening.signal).then(
      (connection) => this.#send(connection),
      (error) => {
        if (error instanceof OutboundRefused) this.end(error.message, { is_refused: true });
        else this.end(errorSentence(error, false));
      },
    );
  }

  #send(connection: Connection): void {
    this.#opening = undefined;
    if (this.#answer === undefined) {
      // Ended at the very moment at which the connection was there.
      this.#connections.drop(connection);
      return;
    }
    this.#connection = connection;
    const { headers, body } = this.#request;
    connection.client.dispatch({ path: this.#path, method: "POST", headers, body }, this);
  }

  onRequestStart(): void {}

  onResponseStart(_: unknown, status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    if (status < 200) {
      this.#informational_answers++;
      if (this.#informational_answers > MAX_INFORMATIONAL_ANSWERS)
        this.end("Sent too many informational (1xx) answers.");
      return;
    }
    this.#status = status;
    const [retry_after] = [headers["retry-after"]].flat();
    this.#retry_after = retry_after?.slice(0, MAX_RETRY_AFTER_LENGTH) ?? null;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#reply.take(chunk) > MAX_BODY_BYTES) this.end(null);
  }

  onResponseEnd(): void {
    this.end(null, { can_keep: true });
  }

  onResponseError(_: unknown, error: Error): void {
    this.end(errorSentence(error, this.#status !== null));
  }
}

function expire(call: Call): void {
  call.expire();
}

function refused(error: string): OutboundOutcome {
  return { status: null, retry_after: null, reply: "", error, is_refused: true, duration_ms: 0 };
}

/** The same URLs are called again and again, so each is read once. */
function rememberTargets(): (url: string) => Target | string {
  const targets = new Map<string, Target | string>();
  return (url) => {
    let target = targets.get(url);
    if (target === undefined) {
      if (targets.size >= MAX_TARGETS) targets.clear();
      target = readTarget(url);
      targets.set(url, target);
    }
    return target;
  };
}
