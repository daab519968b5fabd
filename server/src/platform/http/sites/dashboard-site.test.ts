// How a built dashboard is served: real files in a folder, written as the build writes them.

import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

const dashboard_dir = mkdtempSync(join(tmpdir(), "segue-dashboard-"));
let obstacle: string | undefined;
let world: World;
beforeAll(async () => {
  world = await createWorld({ dashboard_dir, siteObstacle: () => obstacle });
});
afterAll(async () => {
  await world.close();
  rmSync(dashboard_dir, { recursive: true });
});

function publish(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dashboard_dir, folder, name)), { recursive: true });
    writeFileSync(join(dashboard_dir, folder, name), text);
    writeFileSync(join(dashboard_dir, folder, `${name}.gz`), gzipSync(text));
  }
  const listed = Object.fromEntries(Object.keys(files).map((name) => [name, { etag: folder, is_packed: true }]));
  writeFileSync(join(dashboard_dir, folder, "manifest.json"), JSON.stringify({ script_hashes: [], files: listed }));
  writeFileSync(join(dashboard_dir, "draft"), JSON.stringify({ folder, inputs: folder }));
  renameSync(join(dashboard_dir, "draft"), join(dashboard_dir, "current.json"));
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { redirect: "manual", headers: { "accept-encoding": "identity", ...headers } });

describe("until it is built", () => {
  test("every page says so and reloads itself without a script; a script is not found", async () => {
    for (const path of ["/dashboard", "/dashboard/", "/dashboard/releases/rel_1"]) {
      const answer = await get(path);
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(text).toContain('<meta http-equiv="refresh" content="2">');
      expect(text).not.toContain("<script");
    }
    expect((await get("/dashboard/assets/index-abc.js")).status).toBe(404);
  });

  test("where it cannot be built, the page says why and what to run, and does not reload for ever", async () => {
    obstacle = "The dashboard is not built: the packages that build it are not installed (npm ci installs them).";
    const text = await (await get("/dashboard")).text();
    obstacle = undefined;
    expect(text).toContain("are not installed");
    expect(text).toContain("npm run dashboard");
    expect(text).not.toContain("http-equiv");
  });
});

describe("a built dashboard", () => {
  beforeAll(() => publish("site-1", { "index.html": "<h1>Segue</h1>", "assets/index-abc.js": "1;" }));

  test.each([
    "/dashboard",
    "/dashboard/",
    "/dashboard/releases",
    "/dashboard/releases/rel_1",
    "/dashboard/a/b/c/d?x=1",
  ])("%s is its one page, under a strict policy", async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, "<h1>Segue</h1>"]);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
        "media-src 'self' blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  test("files are kept for good, packed for those who take it, and not sent again to those who have them", async () => {
    const script = await get("/dashboard/assets/index-abc.js", { "accept-encoding": "gzip, br" });
    expect([script.headers.get("content-encoding"), await script.text()]).toEqual(["gzip", "1;"]);
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const again = await get("/dashboard", { "if-none-match": (await get("/dashboard")).headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("a script of an older build is not found, and is never answered with the page", async () => {
    expect((await get("/dashboard/assets/index-old.js")).status).toBe(404);
    expect((await get("/dashboard/assets/..%2f..%2fcurrent.json")).status).toBe(404);
  });

  test("its session stays at its address, and other methods get the list of those that a page takes", async () => {
    expect(await (await get("/dashboard/session")).json()).toEqual({
      environment: "production",
      operator_name: null,
      session: null,
      sign_in: { password: true, identity_provider: null },
    });
    const other = await fetch(`${world.url}/dashboard/releases`, { method: "POST" });
    expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("one that is built while the service runs is served from then on", async () => {
    publish("site-2", { "index.html": "<h1>Newer</h1>" });
    rmSync(join(dashboard_dir, "site-1"), { recursive: true });
    expect(await (await get("/dashboard/releases")).text()).toBe("<h1>Newer</h1>");
  });
});
