#!/usr/bin/env node
// The command `segue`. A checkout builds the commands first if a source is newer; an installed package has them built. An old Node
// is refused before it loads a file that it cannot read, so it must be able to read this one.

import { existsSync } from "node:fs";

const OLDEST = [20, 19];

const [major, minor] = process.versions.node.split(".").map(Number);
if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
  const build = new URL("../../bin/build.mjs", import.meta.url);
  if (existsSync(build)) await (await import(build.href)).buildIfStale("cli");
  await import(new URL("../dist/cli.js", import.meta.url).href);
} else {
  console.error(`segue: Segue needs Node ${OLDEST.join(".")} or later, and this is Node ${process.versions.node}.`);
  process.exitCode = 2;
}
