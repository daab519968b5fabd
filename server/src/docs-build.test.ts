import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { buildDocs } from "./docs-build.ts";
import { createLog } from "./platform/logging.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-docs-build-"));
afterAll(() => rmSync(folder, { recursive: true }));

function watch(program: string): { lines: string[]; stop: () => void } {
  const lines: string[] = [];
  const log = createLog({ level: "info", destination: { write: (line) => void lines.push(line) } });
  writeFileSync(join(folder, "docs.mjs"), program);
  return { lines, stop: buildDocs(log, join(folder, "docs.mjs")) };
}

describe("beside the running service", () => {
  test("a stale site is built at the lowest priority, and the log says so", async () => {
    const { lines } = watch(`
      import { getPriority } from "node:os";
      console.log("Built with", process.argv[2], "at", getPriority(), "with", Object.keys(process.env).join());`);
    await expect.poll(() => lines.join("")).toContain("Built with --if-stale at 19 with PATH");
  });

  test("a build that fails is a warning, and the service runs on", async () => {
    const { lines } = watch("console.error('There is a dead link.'); process.exit(3);");
    await expect.poll(() => lines.join("")).toContain("ended with 3: There is a dead link.");
    expect(lines.join("")).toContain('"level":40');
  });

  test("a stop of the service ends the build", async () => {
    const mark = join(folder, "pid");
    const { stop } = watch(`
      import { writeFileSync } from "node:fs";
      writeFileSync(${JSON.stringify(mark)}, String(process.pid));
      setInterval(() => {}, 1_000);`);
    const pid = () => Number(existsSync(mark) ? readFileSync(mark, "utf8") : 0);
    await expect.poll(pid).toBeGreaterThan(0);
    stop();
    await expect.poll(() => isAlive(pid())).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("where it cannot be built", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const build = (place: string) =>
    spawnSync(process.execPath, [join(place, "bin/docs.mjs"), "--if-stale"], { encoding: "utf8" });
  const checkout = (name: string) => {
    const place = join(folder, name);
    mkdirSync(join(place, "docs"), { recursive: true });
    mkdirSync(join(place, "bin"));
    cpSync(join(root, "bin/docs.mjs"), join(place, "bin/docs.mjs"));
    return place;
  };

  test("without the packages, it says so and nothing fails", () => {
    const { status, stdout } = build(checkout("without-packages"));
    expect([status, stdout]).toEqual([0, expect.stringContaining("the packages that build it are not installed")]);
  });

  test("in a folder that cannot be written, it says so and nothing fails", () => {
    const place = checkout("read-only");
    for (const name of ["vitepress", "tsx"]) mkdirSync(join(place, "node_modules", name), { recursive: true });
    // In place of a folder without the right to write, which does not stop root.
    writeFileSync(join(place, "docs/dist"), "");
    const { status, stdout } = build(place);
    expect([status, stdout]).toEqual([0, expect.stringContaining("docs/dist cannot be written")]);
  });
});
