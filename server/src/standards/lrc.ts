// LRC: lyrics with times. There is no standard of a body; this is what players agree on.

/** One or several times, then words. */
const TIMED = /^\[(\d{1,3}):([0-5]\d)(?:[.:](\d{1,3}))?\]/;
/** About the file, such as `[ar:Vera Lux]` or `[offset:+250]`. */
const TAG = /^\[[A-Za-z#][A-Za-z]*:[^\]]*\]$/;

export type LrcFault = { line: number; issue: string };

/** The first line that is wrong, counted from 1; undefined if none is. */
export function findLrcFault(text: string): LrcFault | undefined {
  let [last_ms, hasTimes] = [0, false];
  for (const [index, given] of text.split(/\r\n|\n|\r/).entries()) {
    const line = given.trim();
    if (line === "" || TAG.test(line)) continue;
    const times = timesOf(line);
    if (times.length === 0) return { line: index + 1, issue: "must begin with a time such as [01:23.45]" };
    for (const time_ms of times) {
      if (time_ms < last_ms) return { line: index + 1, issue: "has a time before that of an earlier line" };
      last_ms = time_ms;
    }
    hasTimes = true;
  }
  return hasTimes ? undefined : { line: 1, issue: "must begin with a time such as [01:23.45]: no line has one" };
}

/** The times that a line begins with, in milliseconds. */
function timesOf(line: string): number[] {
  const times: number[] = [];
  for (let rest = line; ; ) {
    const found = TIMED.exec(rest);
    if (!found) return times;
    const [tag, minutes, seconds, fraction = ""] = found;
    times.push((Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, "0")));
    rest = rest.slice(tag.length);
  }
}
