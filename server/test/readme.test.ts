// The README's lines, pasted into one shell from top to bottom, beside a service as `npm start` runs it.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startService } from "./service-process.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** What the test has done already, or is a part of. The demo has tests of its own, and takes half a minute. */
const done =
  process.env.FAULTS === "full"
    ? /^npm (ci && npm (start|test)|run build -w sdk)$/
    : /^(npm (ci && npm (start|test)|run build -w sdk)|npx segue demo)$/;

test("every line of the README works as pasted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "segue-readme-"));
  const service = startService({ SEGUE_DATA_DIR: join(folder, "data") });
  try {
    const { sandbox_url } = await service.ready;
    const blocks = [...readFileSync(join(repository, "README.md"), "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
    const lines = blocks.flatMap(([, block = ""]) => block.trimEnd().split("\n")).filter((line) => !done.test(line));
    const script = lines
      .map((line) => (line.startsWith("npx segue listen") ? `timeout -s INT 5 ${line}` : line))
      .join("\n")
      // This service has ports of its own, and what npx finds here is this program.
      .replaceAll("http://127.0.0.1:8081", sandbox_url)
      .replaceAll("npx segue", `${process.execPath} ${join(repository, "bin/segue")}`);
    const env = { PATH: process.env.PATH, SEGUE_DATA_DIR: join(folder, "data"), XDG_CONFIG_HOME: folder };
    const told = execFileSync("bash", ["-c", `${script}\ncall GET deliveries/$DELIVERY`], {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect(told).toContain("Logged in to");
    expect(told).toMatch(/^First Light \d{12} delivered$/m);
    expect(told).toMatch(/store_rejecta +rejected/);
    expect(JSON.parse(told.slice(told.lastIndexOf("\n{") + 1))).toMatchObject({ status: "delivered" });
  } finally {
    service.child.kill("SIGTERM");
    await service.exit;
    rmSync(folder, { recursive: true, force: true });
  }
});
