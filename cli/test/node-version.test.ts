// An old Node gets one sentence. The version is only claimed: the program asks `process.versions` before it loads anything else.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const repository = fileURLToPath(new URL("../..", import.meta.url));

function startWith(version: string, program: string): Promise<{ code: number; out: string; err: string }> {
  const claim = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const script = `${claim} process.argv.push("--version"); import(${JSON.stringify(join(repository, program))});`;
  return new Promise((resolve) => {
    execFile(process.execPath, ["--input-type=commonjs", "-e", script, "segue"], (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

const oldest = manifest.engines.node.replace(">=", "");

test.each(["16.20.2", "18.20.8", "20.18.3"])("Node %s is refused in one sentence", async (version) => {
  for (const program of ["bin/segue", "cli/bin/segue.js"])
    expect(await startWith(version, program)).toEqual({
      code: 2,
      out: "",
      err: `segue: Segue needs Node ${oldest} or later, and this is Node ${version}.\n`,
    });
});

test("the oldest that the package names, and later ones, are taken", async () => {
  for (const version of [`${oldest}.0`, "22.0.0"])
    expect(await startWith(version, "cli/bin/segue.js")).toEqual({ code: 0, out: `${manifest.version}\n`, err: "" });
});
