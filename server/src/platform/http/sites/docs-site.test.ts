// How a built documentation site is served: real files in a folder, written as the build writes them.

import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

const docs_dir = mkdtempSync(join(tmpdir(), "segue-docs-"));
let obstacle: string | undefined;
let world: World;
beforeAll(async () => {
  world = await createWorld({ docs_dir, environment: "sandbox", siteObstacle: () => obstacle });
});
afterAll(async () => {
  await world.close();
  rmSync(docs_dir, { recursive: true });
});

const script_hashes = ["sha256-abc="];

function publish(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(docs_dir, folder, name)), { recursive: true });
    writeFileSync(join(docs_dir, folder, name), text);
    writeFileSync(join(docs_dir, folder, `${name}.gz`), gzipSync(text));
  }
  const listed = Object.fromEntries(Object.keys(files).map((name) => [name, { etag: folder, is_packed: true }]));
  writeFileSync(join(docs_dir, folder, "manifest.json"), JSON.stringify({ script_hashes, files: listed }));
  writeFileSync(join(docs_dir, "draft"), JSON.stringify({ folder, inputs: folder }));
  renameSync(join(docs_dir, "draft"), join(docs_dir, "current.json"));
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { redirect: "manual", headers: { "accept-encoding": "identity", ...headers } });

describe("until it is built", () => {
  test("every page says so and reloads itself without a script; a program gets a 404", async () => {
    for (const path of ["/docs", "/docs/", "/docs/errors/asset_not_ready"]) {
      const answer = await get(path);
      const text = await answer.text();
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(text).toContain("The documentation is not here yet");
      expect(text).toContain('<meta http-equiv="refresh" content="2">');
      expect(text).toContain('href="/v1/openapi.json"');
      expect(text).not.toContain("<script");
    }
    const program = await get("/docs/llms.txt");
    expect([program.status, await program.text()]).toEqual([
      404,
      expect.stringContaining("The documentation is not built yet (npm run docs)."),
    ]);
  });

  test("where it cannot be built, the page says why and what to run", async () => {
    obstacle = "The documentation site is not built: the packages that build it are not installed.";
    const text = await (await get("/docs")).text();
    obstacle = undefined;
    expect(text).toContain("are not installed");
    expect(text).toContain("npm run docs");
    expect(text).not.toContain("http-equiv");
  });
});

describe("a built site", () => {
  beforeAll(() => {
    publish("site-1", {
      "index.html": "<h1>First</h1>",
      "quickstart.html": "<h1>Quickstart</h1>",
      "quickstart.md": "# Quickstart",
      "404.html": "<h1>Nothing here</h1>",
      "errors/index.html": "<h1>Errors</h1>",
      "errors/asset_not_ready.html": "<h1>asset_not_ready</h1>",
      "assets/chunks/app.abc.js": "1;",
      "a/b/c/d/e.html": "<h1>Deep</h1>",
    });
    writeFileSync(join(docs_dir, "site-1/secret.txt"), "not listed");
  });

  test.each([
    ["/docs", "First"],
    ["/docs/", "First"],
    ["/docs/quickstart", "Quickstart"],
    ["/docs/errors/", "Errors"],
    ["/docs/errors", "Errors"],
    ["/docs/errors/asset_not_ready", "asset_not_ready"],
    ["/docs/a/b/c/d/e", "Deep"],
  ])("%s is its page, under a policy without inline scripts but its own", async (path, heading) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, `<h1>${heading}</h1>`]);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-abc='; style-src 'self';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  test("a page has a twin as text, and files with a hash in their name are kept for good", async () => {
    const twin = await get("/docs/quickstart.md");
    expect([twin.headers.get("content-type"), await twin.text()]).toEqual([
      "text/markdown; charset=utf-8",
      "# Quickstart",
    ]);
    const script = await get("/docs/assets/chunks/app.abc.js");
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  });

  test("texts are sent packed to those who take it, and not again to those who have it", async () => {
    const packed = await get("/docs/quickstart", { "accept-encoding": "gzip" });
    expect([packed.headers.get("content-encoding"), await packed.text()]).toEqual(["gzip", "<h1>Quickstart</h1>"]);
    const again = await get("/docs/quickstart", { "if-none-match": packed.headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test.each([
    "/docs/nothing",
    "/docs/secret.txt",
    "/docs/manifest.json",
    "/docs/..%2fcurrent.json",
    "/docs/a/%2e%2e%2f/b",
  ])("%s is not in the site", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Nothing here");
  });

  test("the name of the environment stays at its address", async () => {
    expect(await (await get("/docs/environment.json")).json()).toEqual({ environment: "sandbox" });
  });

  test("a site that is built while the service runs is served from then on", async () => {
    publish("site-2", { "index.html": "<h1>Second</h1>", "404.html": "" });
    rmSync(join(docs_dir, "site-1"), { recursive: true });
    expect(await (await get("/docs")).text()).toBe("<h1>Second</h1>");
  });
});
