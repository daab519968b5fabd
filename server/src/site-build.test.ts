import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { createWorld } from "../test/world.ts";
import { createLog } from "./platform/logging.ts";
import { buildSites, type SiteBuild } from "./site-build.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const fonts = ["@fontsource-variable/inter", "@fontsource/newsreader"];
const folder = mkdtempSync(join(tmpdir(), "segue-docs-build-"));
afterAll(() => rmSync(folder, { recursive: true }));

function watch(program: string): SiteBuild & { lines: string[] } {
  const lines: string[] = [];
  const log = createLog({ level: "info", destination: { write: (line) => void lines.push(line) } });
  writeFileSync(join(folder, "sites.mjs"), program);
  return { lines, ...buildSites(log, join(folder, "sites.mjs")) };
}

describe("beside the running service", () => {
  test("a stale site is built at the lowest priority, and the log says so", async () => {
    const { lines } = watch(`
      import { getPriority } from "node:os";
      console.log("Built with", process.argv[2], "at", getPriority(), "with", Object.keys(process.env).join());`);
    await expect.poll(() => lines.join("")).toContain("Built with --if-stale at 19 with PATH");
  });

  test("a build that fails is a warning, and the service runs on", async () => {
    const { lines, obstacle } = watch("console.error('There is a dead link.'); process.exit(3);");
    expect(obstacle("docs")).toBeUndefined();
    await expect.poll(() => lines.join("")).toContain("ended with 3: There is a dead link.");
    expect(lines.join("")).toContain('"level":40');
    expect(obstacle("docs")).toBe("It could not be built.");
  });

  test("why a site cannot be built is known as soon as it is said", async () => {
    const { stop, obstacle } = watch(`
      console.log("The dashboard is not built: the packages are missing.");
      console.log("The documentation site is not built: docs/dist cannot be written.");
      setInterval(() => {}, 1_000);`);
    await expect.poll(() => obstacle("dashboard")).toBe("The dashboard is not built: the packages are missing.");
    await expect.poll(() => obstacle("docs")).toBe("The documentation site is not built: docs/dist cannot be written.");
    stop();
  });

  test("a stop of the service ends the build, without a warning", async () => {
    const mark = join(folder, "pid");
    const { stop, lines, obstacle } = watch(`
      import { writeFileSync } from "node:fs";
      // As a builder does that cleans up.
      process.on("SIGTERM", () => process.exit(1));
      writeFileSync(${JSON.stringify(mark)}, String(process.pid));
      setInterval(() => {}, 1_000);`);
    const pid = () => Number(existsSync(mark) ? readFileSync(mark, "utf8") : 0);
    await expect.poll(pid).toBeGreaterThan(0);
    stop();
    await expect.poll(() => isAlive(pid())).toBe(false);
    await expect.poll(() => obstacle("dashboard")).toBe("It could not be built.");
    expect(lines).toEqual([]);
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
  const build = (place: string) =>
    spawnSync(process.execPath, [join(place, "bin/sites.mjs"), "--if-stale"], { encoding: "utf8" });
  const checkout = (name: string) => {
    const place = join(folder, name);
    for (const made of ["docs", "dashboard/src/theme", "sdk/src", "server/src/rights", "bin"])
      mkdirSync(join(place, made), { recursive: true });
    cpSync(join(repository, "bin/sites.mjs"), join(place, "bin/sites.mjs"));
    return place;
  };

  test("without the packages, it says so of both sites and nothing fails", () => {
    const { status, stdout } = build(checkout("without-packages"));
    expect([status, stdout.trim().split("\n")]).toEqual([
      0,
      [
        expect.stringMatching(/^The dashboard is not built: the packages that build it are not installed/),
        expect.stringMatching(/^The documentation site is not built: the packages that build it are not installed/),
      ],
    ]);
  });

  test("in a folder that cannot be written, it says so and nothing fails", () => {
    const place = checkout("read-only");
    for (const name of ["vitepress", "vite", "react", "uqr", ...fonts])
      mkdirSync(join(place, "node_modules", name), { recursive: true });
    symlinkSync(join(repository, "node_modules/tsx"), join(place, "node_modules/tsx"));
    // In place of a folder without the right to write, which does not stop root.
    for (const site of ["docs", "dashboard"]) writeFileSync(join(place, site, "dist"), "");
    const { status, stdout } = build(place);
    expect([status, stdout]).toEqual([0, expect.stringContaining("docs/dist cannot be written")]);
    expect(stdout).toContain("dashboard/dist cannot be written");
  });
});

test("a dashboard is built with Vite in a moment, once, and found by the service", async () => {
  const place = join(folder, "with-dashboard");
  for (const made of ["bin", "dashboard", "docs/site", "sdk/src", "server/src/rights"])
    mkdirSync(join(place, made), { recursive: true });
  cpSync(join(repository, "bin/sites.mjs"), join(place, "bin/sites.mjs"));
  cpSync(join(repository, "docs/site/built-site.ts"), join(place, "docs/site/built-site.ts"));
  for (const name of ["react", "uqr", ...fonts]) mkdirSync(join(place, "node_modules", name), { recursive: true });
  for (const name of ["vite", "tsx"])
    symlinkSync(join(repository, "node_modules", name), join(place, "node_modules", name));
  writeFileSync(join(place, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(place, "dashboard/main.js"), "document.title = 'Built';");
  writeFileSync(join(place, "dashboard/index.html"), '<script type="module" src="/main.js"></script>');
  writeFileSync(join(place, "dashboard/vite.config.ts"), 'export default { base: "/dashboard/" };');
  const build = () =>
    spawnSync(process.execPath, [join(place, "bin/sites.mjs"), "dashboard", "--if-stale"], { encoding: "utf8" });
  const first = build();
  expect([first.status, first.stdout, first.stderr]).toEqual([0, expect.stringContaining("is built"), ""]);
  expect(build().stdout, "nothing has changed").toBe("");
  const world = await createWorld({ dashboard_dir: join(place, "dashboard/dist") });
  const page = await (await fetch(`${world.url}/dashboard/releases`)).text();
  const [script = ""] = /\/dashboard\/assets\/[\w-]+\.js/.exec(page) ?? [];
  expect(await (await fetch(world.url + script)).text()).toContain("Built");
  await world.close();
});
