// Ids are TypeIDs: a prefix and a UUIDv7 in 26 characters of base32 (`rel_01h455vb4pex5vsknk084sn02q`).
//
// Promised: unique, and in one process each id sorts after every id made before it, also within one millisecond and
// when the clock steps back. Between processes ids sort by their clocks' milliseconds, no finer: lists are therefore
// ordered by (created_at, id), where the id only breaks ties. An id is no secret: it tells when it was made.
//
// The 130 bits of the text fall on the UUID like this, which is why it can be written without making the UUID first:
//   10 characters   two zero bits and the 48 bits of milliseconds
//    6 characters   version 7 (4 bits), variant 2 (2 bits), and in between a counter of 24 bits: it starts each
//                   millisecond at random in its lower half and goes up by one
//   10 characters   50 random bits
import { randomFillSync } from "node:crypto";

export const idPrefixes = [
  "org",
  "key",
  "rel",
  "trk",
  "ast",
  "sub",
  "dlv",
  "whk",
  "evt",
  "att",
  "rep",
  "roy",
  "stm",
  "lin",
  "pay",
  "adj",
  "txn",
  "req",
  "aud",
  "job",
  "cli",
  "blb",
  "chg",
  "crd",
  "usr",
  "mbr",
  "stf",
  "ses",
  "mal",
  "rat",
  "cnv",
  "pye",
  "con",
  "cst",
  "pst",
  "pmt",
  "mig",
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
// All 1,024 pairs of characters: ten bits are written with one look-up.
const pairs = [...alphabet].flatMap((first) => [...alphabet].map((second) => first + second));
const COUNTER_END = 2 ** 24;
// Asking the system for random bits costs more than the rest of an id, so they are fetched for some 400 ids at once.
const pool = new Uint16Array(2048);

let now_ms = () => Date.now();
let pool_used = pool.length;
let last_ms = 0;
let timeText = "";
let counter = 0;

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${newIdPart()}`;
}

/** Sorts after every id that was made before this time, and before all others. */
export function idBound(prefix: IdPrefix, time: Date): string {
  return `${prefix}_${writeTime(time.getTime())}`;
}

/**
 * A process makes one sequence of ids. If it serves two environments, the clock of the one opened last dates the ids of
 * both.
 */
export function dateIdsBy(clock_ms: () => number): void {
  now_ms = clock_ms;
}

/** The part after the prefix, for code that does not know the prefix yet. */
export function newIdPart(): string {
  const now = now_ms();
  if (now > last_ms) startMillisecond(now);
  else countOn();
  return timeText + counterText() + randomText();
}

function countOn(): void {
  counter += 1;
  if (counter === COUNTER_END) startMillisecond(last_ms + 1);
}

function startMillisecond(time_ms: number): void {
  last_ms = time_ms;
  counter = (randomBits() << 7) | (randomBits() >> 9);
  timeText = writeTime(time_ms);
}

function writeTime(time_ms: number): string {
  let text = "";
  for (let place = 2 ** 40; place >= 1; place /= 1024) text += pair(Math.floor(time_ms / place) % 1024);
  return text;
}

function counterText(): string {
  const first = alphabet.charAt(0b01110 | (counter >> 23));
  const fourth = alphabet.charAt(((counter >> 8) & 0b10000) | 0b01000 | ((counter >> 10) & 0b00011));
  return first + pair((counter >> 13) & 1023) + fourth + pair(counter & 1023);
}

function randomText(): string {
  return randomPair() + randomPair() + randomPair() + randomPair() + randomPair();
}

function randomPair(): string {
  return pair(randomBits() & 1023);
}

function pair(ten_bits: number): string {
  return pairs[ten_bits] ?? "";
}

function randomBits(): number {
  if (pool_used === pool.length) {
    randomFillSync(pool);
    pool_used = 0;
  }
  const sixteen_bits = pool[pool_used] ?? 0;
  pool_used += 1;
  return sixteen_bits;
}
