// Looking into files that strangers sent.
//
// A file may be made to break its decoder: to use all memory, to never end, to run code of its own. So each is decoded in a process of
// its own, which can be killed at any moment and takes nothing with it:
//
// - Memory: RLIMIT_DATA bounds what the process can ever write to: heap, typed arrays, libvips. RLIMIT_AS would bound what is merely reserved,
//   and Node reserves more than a gigabyte that it never touches. Past the limit an allocation fails: libvips says so, the runtime aborts.
// - Time: at its deadline the whole process group is killed, native code and all. RLIMIT_CPU does the same if we were killed first
//   ourselves, so that no orphan stays busy.
// - Reach: an environment with nothing in it but the path to programs, no core dumps, bounded files, and where the system lets us (root, or user
//   namespaces), no network. There is none of our code in it that would use one.
// - Answer: one line, of bounded length.
//
// Two kinds of trouble are kept apart. What the file is or does, a crash of the decoder included, is a `failure`, the partner's to mend. What is
// wrong with us (the process cannot be started, it was killed by the system, it broke for no fault of the file) is thrown, for the job to try again.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { AudioFacts, ImageFacts } from "./facts.ts";
import { type Failure, FileFailure } from "./failure.ts";

export type Inspection = { audio: AudioFacts } | { image: ImageFacts } | { failure: Failure };
export type Answer = Partial<{ audio: AudioFacts; image: ImageFacts; failure: Failure }> & {
  peak_memory_bytes: number;
};
export type Task =
  | { act: "inspect"; type: "audio" | "artwork"; path: string; thumbnail_path: string }
  | { act: "make"; type: "audio" | "artwork"; path: string; seed: string };

type Limits = { deadline_ms: number; memory_bytes: number };

/** Audio needs 100 MB whatever its size. An image of the most pixels taken touches up to 650 and asks for twice that. */
const MEMORY_BYTES = { audio: 512 * 2 ** 20, artwork: 1536 * 2 ** 20 };
/** A song takes about a second, so this is for a busy machine; 2 GB have two minutes more. */
const DEADLINE_MS = { audio: 30_000, artwork: 30_000, each_gigabyte: 60_000 };
/** The largest file that a process may write: a sample's. */
const FILE_BYTES = 64 * 2 ** 20;
const ANSWER_BYTES_AT_MOST = 64 * 1024;
const PROBE_LIMIT_MS = 5_000;
const COMMAND_FAILED = new Set([126, 127]);

// Run from source, the process is the built one too: it starts twice as fast, and what is tested is what runs.
const folder = import.meta.url.endsWith(".ts") ? "../../dist/" : "./";
const program = fileURLToPath(new URL(`${folder}inspect-process.js`, import.meta.url));

/** Never throws for what the file is; only for what is wrong with us. The thumbnail, of an image alone, is written to its path. */
export async function inspectFile(file: {
  path: string;
  type: "audio" | "artwork";
  size_bytes: number;
  thumbnail_path: string;
}): Promise<Inspection> {
  const { path, type, thumbnail_path } = file;
  const deadline_ms = DEADLINE_MS[type] + (DEADLINE_MS.each_gigabyte * file.size_bytes) / 1e9;
  const limits = { deadline_ms, memory_bytes: MEMORY_BYTES[type] };
  const { audio, image, failure } = await runTask({ act: "inspect", type, path, thumbnail_path }, limits);
  if (audio) return { audio };
  if (image) return { image };
  if (failure) return { failure };
  throw new Error("Looking into a file gave no answer.");
}

/** Writes a file that conforms to every rule, another one for each seed. */
export async function writeSample(sample: { type: "audio" | "artwork"; seed: string; path: string }): Promise<void> {
  const { type, seed, path } = sample;
  const limits = { deadline_ms: DEADLINE_MS[type], memory_bytes: MEMORY_BYTES[type] };
  const { failure } = await runTask({ act: "make", type, seed, path }, limits);
  if (failure) throw new Error(`A sample could not be made: ${failure.message}`);
}

export async function runTask(task: Task, { deadline_ms, memory_bytes }: Limits): Promise<Answer> {
  const limits = { c: 0, t: Math.ceil(deadline_ms / 1000) + 1, d: memory_bytes / 1024, f: FILE_BYTES / 512 };
  const limit = Object.entries(limits).map(([letter, value]) => `ulimit -${letter} ${Math.floor(value)} && `);
  const separate = await findSeparation();
  const command = [
    "-c",
    `${limit.join("")}exec "$@"`,
    "sh",
    ...separate,
    process.execPath,
    program,
    JSON.stringify(task),
  ];
  const child = spawn("sh", command, {
    cwd: "/",
    // A group of its own, to be killed as one.
    detached: true,
    // One thread is enough: nothing here waits, and each would have an arena of memory to itself. libvips must not go
    // around the limit of memory by keeping large images in files.
    env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "1", VIPS_DISC_THRESHOLD: "4g" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, deadline_ms);
  try {
    const said = Promise.all([gather(child.stdout), gather(child.stderr)]);
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    const [output, complaint] = await said;
    if (isLate) throw new FileFailure("took_too_long");
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

function read({ code, signal, output, complaint }: End): Answer {
  if (code === 0) return JSON.parse(output) as Answer;
  // Out of memory: the runtime aborts, or an allocation in native code fails on the way.
  if (signal === "SIGABRT" || signal === "SIGTRAP" || /out of memory|bad_alloc|allocation failed/i.test(complaint))
    throw new FileFailure("too_large_to_decode");
  if (signal === "SIGXCPU") throw new FileFailure("took_too_long");
  // A decoder that crashes was given something that no honest program writes. Killed is what the system does when memory is short.
  if (signal !== null && signal !== "SIGKILL" && signal !== "SIGTERM") throw new FileFailure("corrupt_file");
  const why = code !== null && COMMAND_FAILED.has(code) ? "could not be started" : `ended with ${signal ?? code}`;
  throw new Error(`The process that looks into files ${why}: ${complaint.trim()}`);
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
