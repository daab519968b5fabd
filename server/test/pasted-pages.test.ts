// The lines of the README and of docs/ddex.md, each page pasted into one shell from top to bottom, beside one service as
// `npm start` runs it.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atScale } from "./faults/scale.ts";
import { prepareFolder } from "./prepared-folder.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { sha256 } from "./upload.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "segue-pasted-"));
const SEGUE_DATA_DIR = join(folder, "data");
/**
 * Commands that the test run has done already, or is a part of. The demo has tests of its own, and takes half a minute.
 */
const done = atScale({
  short: /^(npm (ci && npm (start|test)|run build -w sdk)|npx segue demo)$/,
  full: /^npm (ci && npm (start|test)|run build -w sdk)$/,
});

let service: ServiceProcess;
beforeAll(async () => {
  await prepareFolder(SEGUE_DATA_DIR);
  service = startService({ SEGUE_DATA_DIR });
  await service.ready;
});
afterAll(async () => {
  service.child.kill("SIGTERM");
  await service.exit;
  rmSync(folder, { recursive: true, force: true });
});

function shellLines(page: string): string[] {
  const blocks = readFileSync(join(repository, page), "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, block = ""]) => block.trimEnd().split("\n")).filter((line) => !done.test(line));
}

/** In a shell of its own, in a folder where its keys are kept too. Answers with what it printed. */
async function paste(lines: readonly string[], { cwd, options }: { cwd: string; options: string }): Promise<string> {
  mkdirSync(cwd);
  // As in a checkout: this is where Node finds the SDK.
  symlinkSync(join(repository, "node_modules"), join(cwd, "node_modules"));
  const { sandbox_url } = await service.ready;
  // This service has ports of its own, and what npx finds here is this program.
  const script = lines
    .join("\n")
    .replaceAll("http://127.0.0.1:8081", sandbox_url)
    .replaceAll("npx segue", `${process.execPath} ${join(repository, "bin/segue")}`);
  const env = { PATH: process.env.PATH, TMPDIR: tmpdir(), SEGUE_DATA_DIR, XDG_CONFIG_HOME: cwd };
  return (await promisify(execFile)("bash", [options, script], { env, cwd, encoding: "utf8" })).stdout;
}

// Most of it is waiting for stores, so the pages do it at the same time.
describe.concurrent("every line works as pasted", () => {
  test("of the README", async () => {
    const lines = shellLines("README.md").map((line) =>
      line.startsWith("npx segue listen") ? `timeout -s INT 5 ${line}` : line,
    );
    const output = await paste([...lines, "call GET deliveries/$DELIVERY"], {
      cwd: join(folder, "readme"),
      options: "-c",
    });
    expect(output).toContain("Logged in to");
    expect(output).toMatch(/^First Light \d{12} delivered$/m);
    expect(output).toMatch(/store_rejecta +rejected/);
    expect(JSON.parse(output.slice(output.lastIndexOf("\n{") + 1))).toMatchObject({ status: "delivered" });
  });

  test.each(atScale({ short: [], whole: ["docs/ddex.md"], full: ["docs/ddex.md"] }))("of %s", async (name) => {
    const cwd = join(folder, "ddex");
    const lines = shellLines(name).map((line) =>
      line.startsWith("npx segue delivery watch") ? `${line} || true` : line,
    );
    const output = await paste([...lines, "echo; echo $FILE"], { cwd, options: "-ec" });
    expect(output).toMatch(/store_ackerley +action_required/);
    expect(output).toMatch(/store_parsival +taken_down/);
    expect(output).toContain("ern:NewReleaseMessage");
    expect(output).toContain("PADPIDA2013020802I");
    const file = output.trimEnd().split("\n").at(-1) ?? "";
    expect(readFileSync(join(cwd, "message.xml"), "utf8")).toContain(sha256(readFileSync(join(cwd, file))));
  });
});
