// The process that looks into one file and ends: `node inspect-process.js TASK`, the task and the answer a line of JSON each.
// The parent (inspect.ts) limits what it may use. A fault of the file is an answer; any other fault is an exit code.

import { readFileSync, writeFileSync } from "node:fs";
import { FileFailure } from "./failure.ts";
import type { InspectionReply, Task } from "./inspect.ts";

// Each kind is loaded where it is needed: audio is decoded without libvips, artwork without the readers of audio.
async function perform(task: Task): Promise<Omit<InspectionReply, "peak_memory_bytes">> {
  if (task.act === "make") {
    const { sampleArtwork, sampleAudio } = await import("./sample.ts");
    writeFileSync(task.path, task.type === "audio" ? sampleAudio(task.seed) : await sampleArtwork(task.seed));
    return {};
  }
  if (task.type === "audio") {
    const { inspectAudio } = await import("./audio.ts");
    const { audio, peaks } = await inspectAudio(task.path);
    return { audio, peaks: peaks ? Buffer.from(peaks).toString("base64") : null };
  }
  const { inspectArtwork } = await import("./artwork.ts");
  const { image, mean_color, thumbnails } = await inspectArtwork(task.path);
  writeFileSync(task.thumbnails_path, Buffer.concat(thumbnails));
  return { image, mean_color, thumbnail_bytes: thumbnails.map(({ length }) => length) };
}

async function answer(task: Task): Promise<Omit<InspectionReply, "peak_memory_bytes">> {
  try {
    return await perform(task);
  } catch (error) {
    if (error instanceof FileFailure) return { failure: error.failure };
    throw error;
  }
}

/** As the kernel counts it; elsewhere than on Linux, as the runtime does. */
function peakMemory(): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

const found = await answer(JSON.parse(process.argv[2] ?? "") as Task);
writeFileSync(
  process.stdout.fd,
  `${JSON.stringify({ ...found, peak_memory_bytes: peakMemory() } satisfies InspectionReply)}\n`,
);
