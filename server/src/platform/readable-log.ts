// The log as people read it, in a terminal: one line an answer, and below a failure its stack.

import picocolors from "picocolors";
import type { LogForm, LogLine } from "./logging.ts";

type Colours = ReturnType<typeof picocolors.createColors>;

/** The library handles NO_COLOR and similar settings. */
export function readableForm({ isColoured = picocolors.isColorSupported } = {}): LogForm {
  const colours = picocolors.createColors(isColoured);
  return (line) => `${colours.dim(clockTime(line.time))} ${sourceOf(line)} ${contentOf(line, colours)}\n`;
}

/** In the reader's local time. */
function clockTime(time: Date): string {
  return time.toTimeString().slice(0, 8);
}

/** All of one width, so that the rest forms a column. */
function sourceOf({ environment = "" }: LogLine): string {
  return environment.padEnd("production ".length);
}

function contentOf(line: LogLine, colours: Colours): string {
  const { fields } = line;
  if (fields.status === undefined || line.error) return [headOf(line, colours), ...stackOf(line, colours)].join("\n");
  const { method = "", route = "", status, duration_ms = 0, request_id = "" } = fields;
  const summary = `${method.padEnd(6)} ${route} ${statusColour(status, colours)(String(status))} ${duration_ms} ms`;
  return status < 400 ? summary : `${summary}  ${colours.dim(request_id)}`;
}

const shown = ["request_id", "method", "route", "organization_id", "store_id", "job", "job_id"] as const;

function headOf({ level, fields, sentence }: LogLine, colours: Colours): string {
  const colour = { info: colours.green, warn: colours.yellow, error: colours.red }[level];
  const named = shown.filter((name) => fields[name] !== undefined);
  const rest = named.map((name) => `${name}=${fields[name]}`).join(" ");
  const head = `${colour(level.toUpperCase().padEnd(5))} ${plain(sentence)}`;
  return rest === "" ? head : `${head}  ${colours.dim(plain(rest))}`;
}

function stackOf({ level, error }: LogLine, colours: Colours): string[] {
  if (!error) return [];
  // An unavailable part is expected to come back, so its sentence is enough.
  const text = (level === "error" && error.stack) || error.message;
  return text.split("\n").map((line) => colours.dim(`  ${plain(line)}`));
}

/** Text from others must not control the reader's terminal. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, " ");
}

function statusColour(status: number, colours: Colours): (text: string) => string {
  if (status >= 500) return colours.red;
  return status >= 400 ? colours.yellow : colours.green;
}
