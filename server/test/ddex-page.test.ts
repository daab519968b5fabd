// The lines of docs/ddex.md, pasted into one shell from top to bottom, beside a service as `npm start` runs it.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startService } from "./service-process.ts";
import { sha256 } from "./upload.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

test("every line of docs/ddex.md works as pasted", { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "segue-ddex-page-"));
  const service = startService({ SEGUE_DATA_DIR: join(folder, "data") });
  try {
    const { sandbox_url } = await service.ready;
    const page = readFileSync(join(repository, "docs/ddex.md"), "utf8");
    const script = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
      .map(([, block = ""]) => block.replaceAll(/^npx segue delivery watch .*$/gm, "$& || true"))
      .join("\n")
      .replaceAll("http://127.0.0.1:8081", sandbox_url)
      .replaceAll("npx segue", `${process.execPath} ${join(repository, "bin/segue")}`);
    const env = { PATH: process.env.PATH, SEGUE_DATA_DIR: join(folder, "data"), XDG_CONFIG_HOME: folder };
    const told = execFileSync("bash", ["-ec", `${script}\necho; echo $FILE`], { env, cwd: folder, encoding: "utf8" });
    expect(told).toMatch(/store_ackerley +action_required/);
    expect(told).toMatch(/store_parsival +taken_down/);
    expect(told).toContain("ern:NewReleaseMessage");
    expect(told).toContain("PADPIDA2013020802I");
    const file = told.trimEnd().split("\n").at(-1) ?? "";
    const message = readFileSync(join(folder, "message.xml"), "utf8");
    expect(message).toContain(sha256(readFileSync(join(folder, file))));
  } finally {
    service.child.kill("SIGTERM");
    await service.exit;
    rmSync(folder, { recursive: true, force: true });
  }
});
