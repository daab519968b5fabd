// Loaded into the service before its own code (`node --import`): it watches the event loop and the memory from inside, and
// tells the campaign over the channel to its parent.
//
// A turn that holds the loop is judged by the processor time that the main thread spent in it, not by the clock on the
// wall: on a busy machine a process is put aside for longer than any limit, and that is not its own doing. A timer looks at
// the thread's processor time. Between two looks lie the pause of the timer and at most one turn that came late, so
// a large difference is one turn that computed for as long. Linux tells the time of one thread; elsewhere that of
// the whole process stands in, which may only be more.

import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_EVERY_MS = 10;
const TELL_EVERY_MS = 1_000;
/** What is held for less is not worth a line. */
const TOLD_FROM_MS = 100;

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

let last = { cpu_ms: threadTimeMs(), at: Date.now() };
let longest_turn_ms = 0;

function look() {
  const now = { cpu_ms: threadTimeMs(), at: Date.now() };
  const held_ms = now.cpu_ms - last.cpu_ms;
  longest_turn_ms = Math.max(longest_turn_ms, held_ms);
  if (held_ms >= TOLD_FROM_MS) tell({ kind: "held", held_ms, from: last.at, to: now.at });
  last = now;
}

function tell(news) {
  if (process.connected) process.send(news, undefined, {}, () => undefined);
}

function memory() {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { rss, heap: heapUsed, external: external + arrayBuffers };
}

/** What is kept, once all that could go has gone. The time this takes is ours, not the service's. */
function measureKept() {
  collectGarbage();
  collectGarbage();
  tell({ kind: "kept", ...memory() });
  last = { cpu_ms: threadTimeMs(), at: Date.now() };
}

// Only on request: the program may start others with the same options, and those have no parent to tell.
if (process.send) {
  // The start is not judged: modules are loaded in one turn.
  process.on("message", (asked) => {
    if (asked === "begin") {
      last = { cpu_ms: threadTimeMs(), at: Date.now() };
      setInterval(look, LOOK_EVERY_MS).unref();
      setInterval(() => {
        tell({ kind: "seen", longest_turn_ms, ...memory() });
        longest_turn_ms = 0;
      }, TELL_EVERY_MS).unref();
    }
    if (asked === "measure") measureKept();
  });
  process.channel.unref();
}
