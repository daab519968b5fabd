// Looks into several files in one process, one after the other: `node --import tsx inspect-in-turn.ts TASKS`, a file of JSON.
// Prints a line of JSON for each: its failure, if it has one. The service gives each file a process of its own.

import { readFileSync, writeSync } from "node:fs";
import { inspectArtwork } from "../src/assets/inspection/artwork.ts";
import { inspectAudio } from "../src/assets/inspection/audio.ts";
import { FileFailure } from "../src/assets/inspection/failure.ts";

const tasks = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as { type: "audio" | "artwork"; path: string }[];
for (const { type, path } of tasks) {
  try {
    await (type === "audio" ? inspectAudio(path) : inspectArtwork(path));
    writeSync(1, "{}\n");
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    writeSync(1, `${JSON.stringify(error.failure)}\n`);
  }
}
