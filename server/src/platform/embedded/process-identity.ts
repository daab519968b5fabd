// Identifies processes.
//
// A pid alone is not enough: the kernel reuses it once its process is gone, and a pid written to a file outlives a
// power cut. So a process is named by its pid and its start time. Linux gives both in /proc, which needs no program;
// other systems need `ps`.

import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";

export type ProcessIdentity = { pid: number; started: string };

type ProcessState = { started: string; name: string };

const PS_LIMIT_MS = 5_000;

const hasProc = process.platform === "linux";

export async function identifySelf(): Promise<ProcessIdentity> {
  const state = await readState(process.pid);
  return { pid: process.pid, started: state?.started ?? "unknown" };
}

export async function isSameProcessRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  if (!isPidTaken(pid)) return false;
  const state = await readState(pid);
  // The pid is in use but hidden from us (`hidepid`). It may be another user's Segue, so believe the record.
  return state === undefined || state.started === started;
}

/** Whether `pid` is a PostgreSQL server of this cluster, and not another process that got the pid later. */
export async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (!isPidTaken(pid)) return false;
  const state = await readState(pid);
  if (state?.name !== "postgres") return false;
  const workingFolder = hasProc ? await unlessUnreadable(readlink(`/proc/${pid}/cwd`)) : undefined;
  // The second form is the server of a folder that was deleted under it.
  if (workingFolder !== undefined) return [cluster, `${cluster} (deleted)`].includes(workingFolder);
  // Root without CAP_SYS_PTRACE, as in most containers, may not read another user's working folder, only its arguments.
  return (await readArguments(pid)).includes(` -D ${cluster} `);
}

export async function isAnyProcessNaming(word: string): Promise<boolean> {
  if (!hasProc) return (await runPs(["-Awwo", "command="])).includes(word);
  for (const entry of await readdir("/proc")) {
    if (/^\d+$/.test(entry) && (await readArguments(Number(entry))).includes(word)) return true;
  }
  return false;
}

function isPidTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // We may not signal it, so it is in use by another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function readState(pid: number): Promise<ProcessState | undefined> {
  return hasProc ? readProcState(pid) : readPsState(pid);
}

async function readProcState(pid: number): Promise<ProcessState | undefined> {
  const stat = await unlessUnreadable(readFile(`/proc/${pid}/stat`, "utf8"));
  // "pid (name) state ppid … starttime …", where the name may hold anything, parentheses too.
  const [, name, rest] = /^\d+ \((.*)\) (.*)/s.exec(stat ?? "") ?? [];
  if (name === undefined || rest === undefined) return undefined;
  const fields = rest.split(" ");
  const boot = await unlessUnreadable(readFile("/proc/sys/kernel/random/boot_id", "utf8"));
  // proc(5) counts the start, in ticks since the boot, as field 22; the state is field 3.
  return alive(fields[0], { name, started: `${boot?.trim() ?? ""}/${fields[19] ?? ""}` });
}

async function readPsState(pid: number): Promise<ProcessState | undefined> {
  const [state, started] = (await runPs(["-o", "state=,lstart=", "-p", String(pid)])).trim().split(/\s+(.*)/s);
  const program = (await runPs(["-o", "comm=", "-p", String(pid)])).trim();
  if (started === undefined) return undefined;
  return alive(state, { started: started.trim(), name: program.slice(program.lastIndexOf("/") + 1) });
}

/** A zombie keeps its pid until its parent waits for it, in a container perhaps for ever, but it holds nothing. */
function alive(state: string | undefined, process: ProcessState): ProcessState {
  const hasEnded = state === undefined || /^[ZX]/.test(state);
  return hasEnded ? { started: "ended", name: "" } : process;
}

/** The arguments, each followed by a space. */
async function readArguments(pid: number): Promise<string> {
  if (!hasProc) return `${(await runPs(["-wwo", "command=", "-p", String(pid)])).trim()} `;
  const commandLine = await unlessUnreadable(readFile(`/proc/${pid}/cmdline`, "utf8"));
  return (commandLine ?? "").replaceAll("\0", " ");
}

async function runPs(options: string[]): Promise<string> {
  // A fixed language and zone: the start is compared as text with one that another process wrote.
  const env = { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" };
  const answer = await unlessUnreadable(promisify(execFile)("ps", options, { env, timeout: PS_LIMIT_MS }));
  return answer?.stdout ?? "";
}

/** A process may end, or belong to another user, between two looks at it: return that as an answer, do not throw. */
async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch(() => undefined);
}
