// Checks files that strangers sent.
//
// A file may be made to break its decoder: to use all memory, to never end, to run code of its own. So each is decoded in a process of
// its own, which can be killed at any moment and takes nothing with it:
//
// - Memory: RLIMIT_DATA bounds what the process can ever write to: heap, typed arrays, libvips. RLIMIT_AS would bound what is merely reserved,
//   and Node reserves more than a gigabyte that it never touches. Past the limit an allocation fails: libvips says so, the runtime aborts.
// - Time: RLIMIT_CPU bounds what the processor spends on it, and holds if we were killed first ourselves, so that no orphan stays busy. At its
//   deadline by the clock, which is later, the whole process group is killed, native code and all.
// - Number: a few at a time for each environment; the others wait in line. The sandbox's processes have a lower priority than production's.
// - Reach: an environment with nothing in it but the path to programs, no core dumps, bounded files, and where the system lets us (root, or user
//   namespaces), no network. There is none of our code in it that would use one.
// - Answer: one line, of bounded length.
//
// There are two kinds of trouble. If the file is at fault, even by a crash of the decoder, the result is a `failure` that the partner can fix. If we
// are at fault (the process cannot start, or the system killed it), an error is thrown and the job tries again. Time can be either: a file that uses
// up its processor time is at fault; a file that only reached its deadline may have met a machine that slept.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ChildProcessLimit } from "../../platform/child-process-limit.ts";
import { ApiError } from "../../platform/errors.ts";
import type { AudioFacts, ImageFacts } from "./facts.ts";
import { type Failure, FileFailure } from "./failure.ts";

/** The peaks are in base64. Audio that is not decoded has none. */
type FoundAudio = { audio: AudioFacts; peaks: string | null };
/** One file holds all thumbnails; these are their lengths. */
type FoundImage = { image: ImageFacts; mean_color: string; thumbnail_bytes: number[] };
export type Inspection = FoundAudio | FoundImage | { failure: Failure };
export type InspectionReply = Partial<FoundAudio & FoundImage & { failure: Failure }> & { peak_memory_bytes: number };
export type Task =
  | { act: "inspect"; type: "audio" | "artwork"; path: string; thumbnails_path: string }
  | { act: "make"; type: "audio" | "artwork"; path: string; seed: string };

type Limits = {
  cpu_s: number;
  memory_bytes: number;
  deadline_ms: number;
  wait_ms: number;
  processes: ChildProcessLimit;
};

/** The process did not end by its deadline. Either the file or the machine may be the cause. */
export class DeadlinePassed extends ApiError {
  constructor(deadline_ms: number) {
    super("service_unavailable", `The check of a file took more than ${deadline_ms / 1000} s; try again later.`);
  }
}

/**
 * Audio needs 100 MB whatever its size. An image of the most pixels taken touches up to 650 and asks for twice that. On top of
 * that comes what Node merely sets aside: nothing much by version 20, some 600 MB by version 24.
 */
const MEMORY_BYTES = { audio: 1024 * 2 ** 20, artwork: 2048 * 2 ** 20 };
/** A song takes about a second, so this is for a slow machine; 2 GB have two minutes more. */
const CPU_S = { any: 30, each_gigabyte: 60 };
/** By the clock: a busy machine gives each its part of the processor. */
const DEADLINE_FACTOR = 3;
/** A request waits for a sample, a job for a file. Samples give up the line sooner, so they cannot keep a job waiting. */
const WAIT_MS = { sample: 10_000, file: 600_000 };
/** The largest file that a process may write: a sample's. */
const FILE_BYTES = 64 * 2 ** 20;
const ANSWER_BYTES_AT_MOST = 64 * 1024;
const PROBE_LIMIT_MS = 5_000;
const COMMAND_FAILED = new Set([126, 127]);

// Even when run from source, start the built process: it starts twice as fast, and the tests run what production runs.
const folder = import.meta.url.endsWith(".ts") ? "../../../dist/" : "./";
const program = fileURLToPath(new URL(`${folder}inspect-process.js`, import.meta.url));

/** Throws only for our own faults, never for a bad file. The thumbnails of an image are written to their path, one after the other. */
export async function inspectFile(file: {
  processes: ChildProcessLimit;
  path: string;
  type: "audio" | "artwork";
  size_bytes: number;
  thumbnails_path: string;
}): Promise<Inspection> {
  const { processes, path, type, thumbnails_path } = file;
  const cpu_s = CPU_S.any + (CPU_S.each_gigabyte * file.size_bytes) / 1e9;
  const limits = { ...limitsFor(type, cpu_s), wait_ms: WAIT_MS.file, processes };
  const reply = await runTask({ act: "inspect", type, path, thumbnails_path }, limits);
  const { audio, peaks = null, image, mean_color = "", thumbnail_bytes = [], failure } = reply;
  if (audio) return { audio, peaks };
  if (image) return { image, mean_color, thumbnail_bytes };
  if (failure) return { failure };
  throw new Error("The process that checks files gave no answer.");
}

/** Writes a file that conforms to every rule, another one for each seed. */
export async function writeSample(sample: {
  processes: ChildProcessLimit;
  type: "audio" | "artwork";
  seed: string;
  path: string;
}): Promise<void> {
  const { processes, type, seed, path } = sample;
  const limits = { ...limitsFor(type, CPU_S.any), wait_ms: WAIT_MS.sample, processes };
  const { failure } = await runTask({ act: "make", type, seed, path }, limits);
  if (failure) throw new Error(`A sample could not be made: ${failure.message}`);
}

function limitsFor(type: "audio" | "artwork", cpu_s: number) {
  return { cpu_s, memory_bytes: MEMORY_BYTES[type], deadline_ms: cpu_s * 1000 * DEADLINE_FACTOR };
}

export async function runTask(task: Task, limits: Limits): Promise<InspectionReply> {
  const { processes, wait_ms } = limits;
  const priority = processes.niceness > 0 ? ["nice", "-n", String(processes.niceness)] : [];
  const command = ["-c", `${setLimits(limits)} && exec "$@"`, "sh", ...priority, ...(await findSeparation())];
  return processes.semaphore(wait_ms, () =>
    runProcess([...command, process.execPath, program, JSON.stringify(task)], limits.deadline_ms),
  );
}

function setLimits({ cpu_s, memory_bytes }: Limits): string {
  const cpu = Math.ceil(cpu_s);
  // The first limit sends a signal that says that processor time ran out; the second kills a process that ignores it.
  const limits = { "-S -t": cpu, "-H -t": cpu + 1, "-c": 0, "-d": memory_bytes / 1024, "-f": FILE_BYTES / 512 };
  return Object.entries(limits)
    .map(([limit, value]) => `ulimit ${limit} ${Math.floor(value)}`)
    .join(" && ");
}

async function runProcess(command: string[], deadline_ms: number): Promise<InspectionReply> {
  const child = spawn("sh", command, {
    cwd: "/",
    // Its own process group, so that one signal kills all of it.
    detached: true,
    // One thread is enough: nothing here waits, and each further thread takes its own arena of memory. libvips must not
    // avoid the memory limit by keeping large images in files.
    env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "1", VIPS_DISC_THRESHOLD: "4g" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, deadline_ms);
  try {
    // Until it has begun there may be nothing to read from: where the system has no more files, not even a pipe is made.
    await once(child, "spawn");
    const [[code, signal], output, complaint] = await Promise.all([
      once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
      gather(child.stdout),
      gather(child.stderr),
    ]);
    if (isLate) throw new DeadlinePassed(deadline_ms);
    return read({ code, signal, output, complaint });
  } catch (error) {
    if (error instanceof FileFailure) return { failure: error.failure, peak_memory_bytes: 0 };
    throw error;
  } finally {
    clearTimeout(timer);
    killGroup(child);
  }
}

type End = { code: number | null; signal: NodeJS.Signals | null; output: string; complaint: string };

function read({ code, signal, output, complaint }: End): InspectionReply {
  if (code === 0) return JSON.parse(output) as InspectionReply;
  // Out of memory: the runtime aborts, or an allocation in native code fails on the way.
  if (signal === "SIGABRT" || signal === "SIGTRAP" || /out of memory|bad_alloc|allocation failed/i.test(complaint))
    throw new FileFailure("too_large_to_decode");
  if (signal === "SIGXCPU") throw new FileFailure("took_too_long");
  // A decoder that crashes was given something that no honest program writes. Killed is what the system does when memory is short.
  if (signal !== null && signal !== "SIGKILL" && signal !== "SIGTERM") throw new FileFailure("corrupt_file");
  const why = code !== null && COMMAND_FAILED.has(code) ? "could not be started" : `ended with ${signal ?? code}`;
  throw new Error(`The process that checks files ${why}: ${complaint.trim()}`);
}

/** The first bytes of a stream; what comes beyond them is read and dropped, so that the writer never waits. */
async function gather(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes < ANSWER_BYTES_AT_MOST) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks).toString("utf8", 0, ANSWER_BYTES_AT_MOST);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

let separation: Promise<string[]> | undefined;

/** The command that takes the network away, or none where the system has no way to; tried once. */
function findSeparation(): Promise<string[]> {
  separation ??= trySeparation();
  return separation;
}

async function trySeparation(): Promise<string[]> {
  const ways = process.geteuid?.() === 0 ? ["--net"] : ["--user", "--net"];
  const [command, ...options] = ["unshare", ...ways, "--"] as const;
  try {
    await promisify(execFile)(command, [...options, "true"], { timeout: PROBE_LIMIT_MS });
    return [command, ...options];
  } catch {
    return [];
  }
}
