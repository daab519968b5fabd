// Guides that are a walk from top to bottom: each page is pasted into one shell. A block `text` shows lines that the block above it prints.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addRelease, addStore } from "../../server/test/sales.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { allPages } from "../site/pages.ts";
import { readerFolder, repository, run } from "./samples.ts";

const pages = allPages(repository);
const folder = readerFolder();
const worlds: World[] = [];

beforeAll(() => {
  mkdirSync(join(folder, "bin"));
  const npx = `#!/usr/bin/env bash\nshift\nexec "${process.execPath}" "${join(repository, "bin/segue")}" "$@"\n`;
  writeFileSync(join(folder, "bin/npx"), npx, { mode: 0o755 });
});
afterAll(async () => {
  for (const world of worlds) await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The label, the sender and the releases that the pages begin with. */
async function prepare(): Promise<Record<string, string>> {
  const world = await createWorld();
  worlds.push(world);
  await addStore(world, "store_harbour");
  const label = await world.organization({ fee_rate: "0.15" });
  const song = await addRelease(world, label, { isrcs: ["QZ-ABC-26-00001"], stores: ["store_harbour"] });
  const isrcs = [1, 2, 3, 4, 5, 6, 7].map((number) => `QZ-ABC-26-0010${number}`);
  await addRelease(world, label, { isrcs, stores: ["store_harbour"], upc: "036000291452" });
  return {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    SEGUE_URL: world.url,
    SEGUE_OPERATOR_KEY: String(world.operator.key),
    SEGUE_API_KEY: String(label.key),
    ORG: label.id,
    TRACK: song.track_ids[0] ?? "",
  };
}

type Block = { script: string; shown: string[] };

function blocksOf(path: string): Block[] {
  const found = (pages.get(path) ?? "").matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm);
  return [...found].map(([, script = "", shown = ""]) => ({
    script,
    shown: shown.trimEnd().split("\n").filter(Boolean),
  }));
}

/** Ids and the widths of columns differ. */
const plain = (text: string) =>
  text
    .replaceAll(/\b([a-z]{3})_[0-9a-z]{26}\b/g, "$1_…")
    .replaceAll(/[ \t]+/g, " ")
    .trim();

/** One shell for all blocks. A block without shown lines must succeed; others may be refused, and show how. */
async function paste(blocks: readonly Block[], cwd: string, env: Record<string, string>): Promise<string[]> {
  mkdirSync(cwd);
  const script = blocks
    .map(({ script, shown }) => `echo "@@block"\nset ${shown.length > 0 ? "+" : "-"}e\n${script}\n`)
    .join("");
  const { out } = await run("bash", ["--norc", "-c", `exec 2>&1\n${script}\necho "@@block"\n`], { cwd, env });
  return out.split("@@block\n").slice(1, -1);
}

describe("each block works as pasted, and prints what the page shows", { timeout: 600_000 }, () => {
  test.each(["one-currency", "reading-reports", "pay-your-artists", "advances", "paying-out"])("%s", async (path) => {
    const env = await prepare();
    const blocks = blocksOf(path);
    const outputs = await paste(blocks, join(folder, path), env);
    expect(blocks.some(({ shown }) => shown.length > 0)).toBe(true);
    for (const [place, { script, shown }] of blocks.entries()) {
      const lines = (outputs[place] ?? "the shell ended before").split("\n").map(plain);
      const printed = `${script}\n${outputs[place] ?? outputs.at(-1)}`;
      let from = 0;
      for (const line of shown) {
        const found = lines.findIndex((one, index) => index >= from && one.includes(plain(line)));
        expect(found, `${line}\nis not printed, or not in this order, by\n${printed}`).toBeGreaterThanOrEqual(0);
        from = found + 1;
      }
    }
    expect(outputs).toHaveLength(blocks.length);
  });
});
