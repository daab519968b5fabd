// Looking into a song against ffmpeg's measurement of the same file: processor time, which a busy machine changes least.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { noise, sine, wav } from "../server/test/media.ts";
import { buildService } from "../server/test/service-process.ts";
import { median } from "./measure.ts";
import type { Result } from "./report.ts";

const MARK = 2;
const TURNS = 5;
const SECONDS = 240;
const program = fileURLToPath(new URL("../server/dist/inspect-process.js", import.meta.url));

export async function benchInspect(): Promise<Result[]> {
  await buildService();
  const folder = mkdtempSync(join(tmpdir(), "segue-bench-"));
  const path = join(folder, "song.wav");
  writeFileSync(path, song());
  const task = JSON.stringify({ act: "inspect", type: "audio", path, thumbnails_path: "/dev/null" });
  const turns: { product: number; floor: number }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    turns.push({
      product: await processorSeconds([process.execPath, program, task]),
      floor: await processorSeconds(["ffmpeg", "-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"]),
    });
  }
  rmSync(folder, { recursive: true });
  const ratios = turns.map(({ product, floor }) => product / floor).sort((a, b) => a - b);
  const ratio = median(ratios);
  return [
    {
      what: "processor time for a song of 4 minutes (WAV, 24 bits, stereo); floor: ffmpeg",
      value: `${median(turns.map(({ product }) => product)).toFixed(2)} s`,
      floor: `${median(turns.map(({ floor }) => floor)).toFixed(2)} s`,
      ratio,
      spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
      mark: { text: `≤ ${MARK}`, isMet: ratio <= MARK },
    },
  ];
}

/** Ten seconds over and over: tones and noise, as loud as music. */
function song(): Buffer {
  const length = 44_100 * SECONDS;
  const [tones = []] = sine({ hertz: 220, seconds: 10, amplitude: 0.3, channels: 1 });
  const sound = noise({ seconds: 10, amplitude: 0.2 }).map((samples) =>
    Array.from({ length }, (_, i) => (samples[i % samples.length] ?? 0) + (tones[i % tones.length] ?? 0)),
  );
  return wav({ sound });
}

/** User and system time of a command, as the shell counts them for its children. */
async function processorSeconds(command: readonly string[]): Promise<number> {
  const script = '"$@" > /dev/null 2>&1 || exit 1; times';
  const { stdout } = await promisify(execFile)("sh", ["-c", script, "sh", ...command]).catch((cause: unknown) => {
    throw new Error(`${command[0]} failed; this benchmark needs ffmpeg.`, { cause });
  });
  const children = stdout.trim().split("\n").at(-1) ?? "";
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
}
