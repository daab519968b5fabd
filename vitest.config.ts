import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // The sources, as the compiler and the build have it: server/tsconfig.json.
  resolve: {
    alias: [{ find: /^@segue\/sdk$/, replacement: fileURLToPath(new URL("sdk/src/client.ts", import.meta.url)) }],
  },
  test: {
    include: [
      "server/**/*.test.ts",
      "sdk/**/*.test.ts",
      "bench/**/*.test.ts",
      "docs/**/*.test.ts",
      "dashboard/**/*.test.ts",
    ],
    globalSetup: ["server/test/postgres.ts", "server/test/build.ts", "server/test/chromium.ts", "sdk/test/build.ts"],
    // DDEX's own samples are not ours to carry: their tests run where they are, and say so where they are not.
    env: {
      DSR_SAMPLES: fileURLToPath(new URL("../shared/ddex/dsr", import.meta.url)),
      DDEX_FOLDER: fileURLToPath(new URL("../shared/ddex", import.meta.url)),
    },
    pool: "forks",
    // Files share processes: loading the modules anew for each file took a third of the run. A third process uses the two
    // cores of a small machine while the others wait for a clock, a socket or a process to end.
    isolate: false,
    maxWorkers: 3,
    // No test asks how quick the machine is, so these are for what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
