// Loaded into the service before its own code (`node --import`): it watches the event loop and the memory from inside, and
// tells the campaign over the channel to its parent.
//
// The loop is blocked by a stretch of code without a pause for other input. It is judged by the processor time that
// the main thread spent in it, not by the clock on the wall: on a busy machine a process is put aside for longer than
// any limit, and that is not its own doing. Nor is a whole turn of the loop judged: after such a pause everything that came
// meanwhile is handled in one turn, a little for each.
//
// So the watcher looks at the thread's processor time wherever input is handed over (bytes from a socket, the beginning of a
// request) and by a timer, at most once in a few milliseconds. Between two looks lie those milliseconds and one stretch:
// a large difference is a stretch that computed for as long. Linux tells the time of one thread; elsewhere that of the whole
// process stands in, which may only be more.

import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_EVERY_MS = 5;
const TELL_EVERY_MS = 1_000;
/** Shorter blocks are not reported. */
const REPORTED_FROM_MS = 100;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const schedstat = `/proc/self/task/${process.pid}/schedstat`;

function threadTimeMs() {
  try {
    return Number.parseInt(readFileSync(schedstat, "latin1"), 10) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}

let looked_ms = 0;
let spent_ms = 0;
let longest_ms = 0;

function look() {
  const now_ms = performance.now();
  if (now_ms - looked_ms < LOOK_EVERY_MS) return;
  const now_spent_ms = threadTimeMs();
  const held_ms = now_spent_ms - spent_ms;
  longest_ms = Math.max(longest_ms, held_ms);
  const passed_ms = now_ms - looked_ms;
  if (held_ms >= REPORTED_FROM_MS) report({ kind: "held", held_ms, from: Date.now() - passed_ms, to: Date.now() });
  looked_ms = now_ms;
  spent_ms = now_spent_ms;
}

function begin() {
  forget();
  subscribe("http.server.request.start", look);
  const { push } = Readable.prototype;
  Readable.prototype.push = function (...given) {
    look();
    return push.apply(this, given);
  };
  setInterval(look, LOOK_EVERY_MS).unref();
  setInterval(() => {
    report({ kind: "seen", longest_ms, ...memory() });
    longest_ms = 0;
  }, TELL_EVERY_MS).unref();
}

/** Time that was computed so far is not the service's. */
function forget() {
  looked_ms = performance.now();
  spent_ms = threadTimeMs();
}

function report(news) {
  if (process.connected) process.send(news, undefined, {}, () => undefined);
}

function memory() {
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}

/** Memory that is kept, once all that could go has gone. */
function measureKept() {
  collectGarbage();
  collectGarbage();
  report({ kind: "kept", ...memory() });
  forget();
}

// The service may start other processes with the same options: those have no parent to tell.
if (process.send) {
  process.on("message", (asked) => {
    // Not before it is asked to: a start loads all modules in one stretch.
    if (asked === "begin") begin();
    if (asked === "measure") measureKept();
  });
  process.channel.unref();
}
