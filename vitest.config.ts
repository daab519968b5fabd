import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["server/**/*.test.ts", "sdk/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: ["server/test/postgres.ts", "server/test/build.ts"],
    // DDEX's own samples are not ours to carry: their tests run where they are, and say so where they are not.
    env: {
      DSR_SAMPLES: fileURLToPath(new URL("../shared/ddex/dsr", import.meta.url)),
      DDEX_FOLDER: fileURLToPath(new URL("../shared/ddex", import.meta.url)),
    },
    pool: "forks",
    // Files share two processes: loading the modules anew for each file took a third of the run.
    isolate: false,
    maxWorkers: 2,
    // No test asks how quick the machine is, so these are for what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
