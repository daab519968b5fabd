// How many bodies are on their way at once, and how much memory they may hold.
//
// The problem. A body stays in memory from its first byte until its request is answered, and its client decides how
// long that takes. Clients that send slowly on many connections could hold any amount of memory.
//
// The procedure. Before a body is read, its caller (an organization, or an address without a credential) takes a place
// and as many bytes as it announced; one that announced nothing takes more as it comes. A caller may have a quarter of
// what all others leave. So one alone has a quarter of everything, the second a quarter of the rest: whatever the callers
// do, the memory is bounded, and however many crowd in, something is left for the next. The place is given back when the
// body has arrived, the bytes when its request was answered.
//
// A caller that takes too much gets 429. A caller that is refused because of others gets 503.

import { ApiError } from "../../errors.ts";

/** The limit for all callers together. */
export type BodyRoom = { places: number; bytes: number };

export type OpenBody = {
  /** Reserves this many more bytes. Throws if there is no room. */
  grow(bytes: number): void;
  /** The whole body has arrived: it still holds memory, but no place. */
  arrived(): void;
  /** The body is no longer in memory. */
  close(): void;
};

/** Without a credential, a caller is its address. */
export type BodyCaller = { principal_id: string | undefined; addressKey: () => string };

export type BodyRooms = Record<"callers" | "strangers" | "streams" | "answers" | "strangersAnswers", OpenBodies>;

export type OpenBodies = { open(caller: string, bytes: number): OpenBody };

const SHARE = 4;
const RETRY_AFTER_S = "5";
const MIB = 1_048_576;

/**
 * Separate budgets, so that strangers cannot crowd out organizations, nor uploads other requests. Strangers send forms
 * of a few kilobytes. Streams hold only what is on its way to the storage. Answers are large ones that their clients
 * have not read yet.
 */
export function bodyRooms(): BodyRooms {
  return {
    callers: openBodies({ places: 1_024, bytes: 256 * MIB }),
    strangers: openBodies({ places: 256, bytes: 16 * MIB }),
    streams: openBodies({ places: 256, bytes: 1_024 * MIB }),
    answers: openBodies({ places: 1_024, bytes: 256 * MIB }),
    strangersAnswers: openBodies({ places: 1_024, bytes: 64 * MIB }),
  };
}

export function openBodies(room: BodyRoom): OpenBodies {
  const all: BodyRoom = { places: 0, bytes: 0 };
  const callers = new Map<string, BodyRoom>();

  function take(caller: string, wanted: BodyRoom): void {
    const mine = callers.get(caller) ?? { places: 0, bytes: 0 };
    for (const kind of ["places", "bytes"] as const) {
      if (wanted[kind] === 0) continue;
      const total = mine[kind] + wanted[kind];
      if (total > room[kind] / SHARE) throw tooMuchOfYours();
      if (total > (room[kind] - (all[kind] - mine[kind])) / SHARE) throw tooMuchOfAll();
    }
    add(all, wanted, 1);
    callers.set(caller, add(mine, wanted, 1));
  }

  function giveBack(caller: string, given: BodyRoom): void {
    const mine = callers.get(caller);
    if (!mine) return;
    add(all, given, -1);
    add(mine, given, -1);
    if (mine.places === 0 && mine.bytes === 0) callers.delete(caller);
  }

  return {
    open(caller, bytes) {
      const held = { places: 1, bytes };
      take(caller, held);
      return {
        grow(bytes) {
          take(caller, { places: 0, bytes });
          held.bytes += bytes;
        },
        arrived() {
          giveBack(caller, { places: held.places, bytes: 0 });
          held.places = 0;
        },
        close() {
          giveBack(caller, held);
          held.places = 0;
          held.bytes = 0;
        },
      };
    },
  };
}

function add(to: BodyRoom, some: BodyRoom, sign: 1 | -1): BodyRoom {
  to.places += sign * some.places;
  to.bytes += sign * some.bytes;
  return to;
}

function tooMuchOfYours(): ApiError {
  const message =
    "Too many of your request and answer bodies are open at once; send this again when some have finished.";
  return new ApiError("rate_limit_exceeded", message, [], { "retry-after": RETRY_AFTER_S });
}

function tooMuchOfAll(): ApiError {
  const message = "Too many request and answer bodies are open at once; send the same request again.";
  return new ApiError("service_unavailable", message, [], { "retry-after": RETRY_AFTER_S });
}
