// The calls of each organization, for its developers: what was sent, and how it was answered.
//
// The problem. It must not slow a request, and a busy service answers thousands a second.
//
// The procedure. An answered request becomes one line of text in memory. Once a second, or when there are many, one COPY
// writes all lines, and its commit waits for no disk. Only so many lines wait: while the database is slow, further ones
// are dropped and counted. A batch that fails is dropped too. A crash loses the last second; a clean stop loses nothing.
//
// Rows are kept for seven days, in a ring of one table a day. Every hour the table after today's is emptied, which holds
// the oldest day.

import type { Context } from "../../context.ts";
import type { Db } from "../../database/db.ts";
import { copyIn } from "../../database/table-copy.ts";
import { interval } from "../../jobs/interval.ts";
import type { Log } from "../../logging.ts";
import type { OrganizationPrincipal } from "../principal.ts";

export const LOGGED_DAYS = 7;
const SLOTS = 9;
const DAY_MS = 86_400_000;
const FLUSH_EVERY_MS = 1_000;
const usualRows = { flush_at: 2_000, waiting: 20_000 };

const columns =
  "slot, organization_id, request_id, credential, source, method, path, status, duration_ms, error_code, created_at";

export const requestSources = ["api", "dashboard"] as const;

type LoggedRequest = {
  request_id: string;
  method: string;
  url: string;
  status: number;
  elapsed_ms: number;
  error_code: string | undefined;
};

export type RequestLog = {
  note(request: LoggedRequest, by: OrganizationPrincipal): void;
  /** How many were not written since the start. */
  dropped(): number;
  /** Writes what waits. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export function openRequestLog(
  { begin, clock }: Pick<Context, "begin" | "clock">,
  log: Log,
  max_rows = usualRows,
): RequestLog {
  let waiting: string[] = [];
  let dropped = 0;
  let writing: Promise<void> | undefined;

  async function write(lines: readonly string[]): Promise<void> {
    try {
      await begin(async (db) => {
        await db`set local synchronous_commit = off`;
        await copyIn(db, `request_log (${columns})`, [Buffer.from(lines.join(""))]);
      });
    } catch (error) {
      dropped += lines.length;
      log.warn({ error }, `The request log lost ${lines.length} lines`);
    }
  }

  async function flush(): Promise<void> {
    if (writing) await writing;
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    writing = write(lines).finally(() => {
      writing = undefined;
    });
    await writing;
  }

  const flushing = interval(FLUSH_EVERY_MS, flush, log);
  return {
    note(request, by) {
      if (waiting.length >= max_rows.waiting) {
        dropped++;
        return;
      }
      waiting.push(lineOf(request, by, clock.now().getTime()));
      if (waiting.length === max_rows.flush_at && !writing) void flush();
    },
    dropped: () => dropped,
    flush,
    async close() {
      await flushing.stop();
      await flush();
    },
  };
}

/** One row in PostgreSQL's text form. Only the path may hold a character that has a meaning there. */
function lineOf(
  { request_id, method, url, status, elapsed_ms, error_code }: LoggedRequest,
  { organization_id, actor, session }: OrganizationPrincipal,
  now_ms: number,
): string {
  const began_ms = Math.round(now_ms - elapsed_ms);
  const duration_ms = Math.round(elapsed_ms * 10) / 10;
  const created_at = new Date(began_ms).toISOString();
  return `${slotOf(began_ms)}\t${organization_id}\t${request_id}\t${actor}\t${sourceOf(session)}\t${method}\t${loggedPath(url)}\t${status}\t${duration_ms}\t${error_code ?? "\\N"}\t${created_at}\n`;
}

function sourceOf(session: OrganizationPrincipal["session"]): (typeof requestSources)[number] {
  return session ? "dashboard" : "api";
}

function slotOf(time_ms: number): number {
  return Math.floor(time_ms / DAY_MS) % SLOTS;
}

const MAX_PATH_LENGTH = 300;

/**
 * The path without its query. Parts that are longer than any id are cut out: they may be a key, or the token of a link to
 * a file.
 */
export function loggedPath(url: string): string {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  if (path.length <= 40) return plain(path);
  return plain(path.slice(0, MAX_PATH_LENGTH).replace(/(?<![\w.~%-])[\w.~%-]{41,}/g, "…"));
}

function plain(path: string): string {
  return path.includes("\\") ? path.replaceAll("\\", "\\\\") : path;
}

/** Empties the table of the oldest day. */
export async function removeOldestDay(db: Db, now: Date): Promise<void> {
  const table = `request_log_${slotOf(now.getTime() + DAY_MS)}`;
  const [found] = await db`select 1 from ${db(table)} limit 1`;
  if (found) await db`truncate ${db(table)}`;
}
