#!/usr/bin/env node
// The command `segue`. A checkout builds the commands first if a source is newer; an installed package has them built.

import { existsSync } from "node:fs";

const build = new URL("../../bin/build.mjs", import.meta.url);
if (existsSync(build)) await (await import(build.href)).buildIfStale("cli");
await import(new URL("../dist/cli.js", import.meta.url).href);
