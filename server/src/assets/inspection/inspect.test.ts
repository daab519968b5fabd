import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { atScale } from "../../../test/faults/scale.ts";
import { hostileFiles } from "../../../test/hostile-files.ts";
import { drawing, flac, jpeg, sine, wav } from "../../../test/media.ts";
import { eventually } from "../../../test/segue-process.ts";
import { childProcessLimit } from "../../platform/child-process-limit.ts";
import { DeadlinePassed, type InspectionReply, inspectFile, runTask, writeSample } from "./inspect.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-inspect-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MEGABYTE = 2 ** 20;
const processes = childProcessLimit({ at_once: 3, niceness: 0 });
const limits = { cpu_s: 60, deadline_ms: 60_000, wait_ms: 600_000, memory_bytes: 1024 * MEGABYTE, processes };
/** Node itself takes about 70, more where the machine is busy and it collects garbage late; what a bomb unfolds to is gigabytes. */
const LITTLE_MEMORY_BYTES = 400 * MEGABYTE;
/** In the full form each hostile file has a process of its own, as in the service. */
const alone = atScale({ short: [], full: hostileFiles });
/** Those that are larger inside than outside always have. */
const unfolding = hostileFiles.filter(({ name }) => name.includes("unfolds"));
const shared = hostileFiles.filter((file) => !unfolding.includes(file));

let count = 0;
function keep(bytes: Buffer): string {
  const path = join(folder, `file-${count++}`);
  writeFileSync(path, bytes);
  return path;
}

function look(type: "audio" | "artwork", path: string) {
  return inspectFile({ processes, type, path, size_bytes: statSync(path).size, thumbnails_path: `${path}.thumbnails` });
}

describe("a good file", () => {
  test("of audio is measured and has an outline", async () => {
    const path = keep(flac({ sound: sine({ seconds: 1 }) }));
    expect(await look("audio", path)).toMatchObject({
      audio: { format: "flac", loudness_lufs: -20 },
      peaks: expect.any(String),
    });
    expect(existsSync(`${path}.thumbnails`)).toBe(false);
  });

  test("of artwork is measured and has thumbnails", async () => {
    const path = keep(await jpeg());
    expect(await look("artwork", path)).toMatchObject({ image: { format: "jpeg", width: 600 } });
    expect(statSync(`${path}.thumbnails`).size).toBeGreaterThan(1_000);
  });

  test("with a name that means something to a shell is a file", async () => {
    const path = join(folder, `a"; $(touch pwned) '\` b`);
    writeFileSync(path, wav({ sound: sine({ seconds: 0.5 }) }));
    expect(await look("audio", path)).toMatchObject({ audio: { duration_ms: 500 } });
  });

  test("of any length needs the same memory", async () => {
    const peaks: number[] = [];
    for (const seconds of [2, 400]) {
      const path = keep(wav({ sound: sine({ seconds: 1 }) }));
      const bytes = seconds * 44_100 * 6;
      const header = wav({ sound: [[], []] });
      header.writeUInt32LE(bytes, 40);
      writeFileSync(path, header);
      truncateSync(path, header.length + bytes);
      const answer = await runTask({ act: "inspect", type: "audio", path, thumbnails_path: "" }, limits);
      expect(answer.audio?.duration_ms).toBe(seconds * 1000);
      peaks.push(answer.peak_memory_bytes);
    }
    // The longer one has 105 MB more, but its garbage may be collected later.
    expect((peaks[1] ?? 0) - (peaks[0] ?? 0)).toBeLessThan(80 * MEGABYTE);
  });
});

describe("a hostile file ends with its code, in little memory", () => {
  const taskOf = (type: "audio" | "artwork", path: string) =>
    ({ act: "inspect", type, path, thumbnails_path: `${path}.thumbnails` }) as const;
  const expectLittle = ({ failure, peak_memory_bytes }: InspectionReply, code: string | undefined) => {
    expect(failure).toMatchObject({ code });
    expect(peak_memory_bytes).toBeGreaterThan(0);
    expect(peak_memory_bytes).toBeLessThan(LITTLE_MEMORY_BYTES);
  };

  test("there are at least forty", () => {
    expect(new Set(hostileFiles.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40);
  });

  test("each that does not unfold, in a process that they share", async () => {
    const tasks = await Promise.all(shared.map(async ({ type, bytes }) => ({ type, path: keep(await bytes()) })));
    const list = keep(Buffer.from(JSON.stringify(tasks)));
    const program = fileURLToPath(new URL("../../../test/inspect-in-turn.ts", import.meta.url));
    // Node 24 sets some 600 MB aside, which it never touches.
    const limited = ["-c", 'ulimit -d 3145728 && exec "$@"', "sh", process.execPath, "--import", "tsx", program, list];
    const { stdout } = await promisify(execFile)("sh", limited);
    const found = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(found.map(({ code }, index) => [shared[index]?.name, code])).toEqual(
      shared.map(({ name, code }) => [name, code]),
    );
    for (const { message } of found) expect(message).toMatch(/upload/i);
  });

  test.each(alone)("alone: $name: $code", async ({ type, bytes, code }) => {
    const path = keep(await bytes());
    const answer = await runTask(taskOf(type, path), limits);
    rmSync(path);
    expectLittle(answer, code);
  });

  test("and those that are larger inside than outside, each alone, do not disturb a good one", async () => {
    const good = keep(wav({ sound: sine({ seconds: 2 }) }));
    const paths = await Promise.all(unfolding.map(async ({ type, bytes }) => ({ type, path: keep(await bytes()) })));
    const [found, ...failed] = await Promise.all([
      look("audio", good),
      ...paths.map(({ type, path }) => runTask(taskOf(type, path), limits)),
    ]);
    expect(found).toMatchObject({ audio: { duration_ms: 2_000 } });
    for (const [index, answer] of failed.entries()) expectLittle(answer, unfolding[index]?.code);
  });

  test("a picture of many thousand frames is a picture that moves", async () => {
    const head = Buffer.from("GIF89a\x10\0\x10\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
    const frame = Buffer.from(",\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0", "latin1");
    const path = keep(
      Buffer.concat([
        head,
        Buffer.alloc(frame.length * atScale({ short: 20_000, full: 100_000 }), frame),
        Buffer.from(";"),
      ]),
    );
    const answer = await runTask(taskOf("artwork", path), limits);
    expect(answer.image).toMatchObject({ width: 16, is_animated: true });
    expect(answer.peak_memory_bytes).toBeLessThan(LITTLE_MEMORY_BYTES);
  });
});

describe("limits", () => {
  /** Two gigabytes of silence. */
  function endless() {
    const path = keep(wav({ sound: [[], []] }));
    const bytes = 2 ** 31 - 8;
    const header = wav({ sound: [[], []] });
    header.writeUInt32LE(bytes, 40);
    writeFileSync(path, header);
    truncateSync(path, header.length + bytes);
    return { act: "inspect", type: "audio", path, thumbnails_path: "" } as const;
  }

  test("a file that uses up its time of the processor failed", async () => {
    const answer = await runTask(endless(), { ...limits, cpu_s: 1 });
    expect(answer.failure).toMatchObject({ code: "took_too_long" });
  });

  test("at its deadline the process is killed, and the file is not blamed yet", async () => {
    await expect(runTask(endless(), { ...limits, deadline_ms: 500 })).rejects.toBeInstanceOf(DeadlinePassed);
  });

  test("a few run at a time, and a request that would wait too long is refused", async () => {
    const many = Array.from({ length: 6 }, () => runTask(endless(), { ...limits, deadline_ms: 400, wait_ms: 100 }));
    const errors = await Promise.all(many.map((work) => work.catch((error: Error) => error)));
    expect(errors.filter((error) => error instanceof DeadlinePassed)).toHaveLength(3);
    const refused = errors.filter((error) => !(error instanceof DeadlinePassed));
    expect(refused).toMatchObject(Array(3).fill({ code: "service_unavailable" }));
  });

  test("one environment's files do not wait for another's, and the sandbox's stand back", async () => {
    const sandbox = { ...limits, processes: childProcessLimit({ at_once: 1, niceness: 10 }) };
    const task = endless();
    const busy = runTask(task, sandbox).catch((error: Error) => error);
    const [, pid] = await eventually(async () => {
      const { stdout } = await promisify(execFile)("ps", ["-eo", "pid,ni,args"]);
      const line = stdout.split("\n").find((one) => one.includes("inspect-process") && one.includes(task.path));
      // While it starts, `ps` may read the niceness before it is set and the name of the program after.
      return /^ *(\d+) +10 \S*node/.exec(line ?? "") ?? Promise.reject(new Error(`Not with niceness 10: ${line}`));
    });
    const late = await runTask(task, { ...sandbox, wait_ms: 50 }).catch((error: Error) => error);
    expect(late).toMatchObject({ code: "service_unavailable" });
    expect(await look("audio", keep(wav({ sound: sine({ seconds: 1 }) })))).toMatchObject({ audio: { channels: 2 } });
    process.kill(-Number(pid), "SIGKILL");
    expect(await busy).toMatchObject({ message: expect.stringContaining("SIGKILL") });
  });

  test("an image that needs more memory than there is fails alone", async () => {
    const path = keep(
      await drawing({ width: 6_000, height: 6_000 }).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    );
    const task = { act: "inspect", type: "artwork", path, thumbnails_path: `${path}.thumbnails` } as const;
    const answer = await runTask(task, { ...limits, memory_bytes: 160 * MEGABYTE });
    expect(answer.failure).toMatchObject({ code: "too_large_to_decode" });
    expect(await runTask(task, limits)).toMatchObject({ image: { width: 6_000 } });
  });
});

describe("what is wrong with us is thrown", () => {
  test("a process that cannot be started, and ours goes on", async () => {
    const code = `
      import { openSync } from "node:fs";
      const { runTask } = await import(process.env.MODULE);
      try { for (;;) openSync("/dev/null", "r"); } catch {}
      const task = { act: "inspect", type: "audio", path: "/dev/null", thumbnails_path: "" };
      const processes = { niceness: 0, semaphore: (_, work) => work() };
      const limits = { ...${JSON.stringify(limits)}, processes };
      await runTask(task, limits).catch((error) => console.log("thrown " + error.code));
      await new Promise((resolve) => setTimeout(resolve, 100));
      console.log("alive");`;
    const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", code];
    const env = { PATH: process.env.PATH, MODULE: new URL("./inspect.ts", import.meta.url).href };
    const { stdout } = await promisify(execFile)("sh", ["-c", 'ulimit -n 100 && exec "$@"', "sh", ...node], { env });
    expect(stdout).toBe("thrown EMFILE\nalive\n");
  });

  test("a file that is not there", async () => {
    const gone = { processes, type: "audio", path: join(folder, "gone"), size_bytes: 1, thumbnails_path: "" } as const;
    await expect(inspectFile(gone)).rejects.toThrow(/ended with 1: .*ENOENT/s);
  });

  test("a thumbnail that cannot be written", async () => {
    const path = keep(await jpeg());
    const task = { act: "inspect", type: "artwork", path, thumbnails_path: "/nowhere/thumbnail" } as const;
    await expect(runTask(task, limits)).rejects.toThrow(/ENOENT.*nowhere/s);
  });
});

describe("a sample conforms to every rule", () => {
  test("of audio, and two are not the same", async () => {
    const [path, other] = ["ast_1", "ast_2"].map((seed) => join(folder, `${seed}.wav`)) as [string, string];
    await writeSample({ processes, type: "audio", seed: "ast_1", path });
    await writeSample({ processes, type: "audio", seed: "ast_2", path: other });
    const inspection = await look("audio", path);
    const first = "audio" in inspection ? inspection.audio : undefined;
    expect(first).toMatchObject({ format: "wav", sample_rate: 44_100, bit_depth: 24, channels: 2, format_code: 1 });
    expect(first).toMatchObject({ duration_ms: 35_000, clipped_samples: 0, is_noise: false, has_tags: false });
    expect(first?.trailing_bytes).toBe(0);
    expect(first?.true_peak_db).toBeLessThan(-1);
    expect(first?.loudness_lufs).toBeGreaterThan(-30);
    expect(readFileSync(other).equals(readFileSync(path))).toBe(false);
  });

  test("of artwork", async () => {
    for (const seed of atScale({ short: ["ast_1"], full: ["ast_1", "ast_2", "ast_3"] })) {
      const path = join(folder, `${seed}.jpg`);
      await writeSample({ processes, type: "artwork", seed, path });
      const flaws = { has_alpha: false, is_animated: false, is_single_color: false, has_border: false };
      const shape = { format: "jpeg", width: 3000, height: 3000, color_space: "srgb", bit_depth: 8, orientation: 1 };
      expect(await look("artwork", path)).toEqual({
        image: { ...shape, ...flaws, is_blurry: false, is_upscaled: false },
        mean_color: expect.any(String),
        thumbnail_bytes: expect.any(Array),
      });
    }
  });
});
