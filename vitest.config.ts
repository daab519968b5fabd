import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["server/**/*.test.ts", "sdk/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: ["server/test/postgres.ts", "server/test/build.ts"],
    pool: "forks",
    // Files share two processes: loading the modules anew for each file took a third of the run.
    isolate: false,
    maxWorkers: 2,
    // Real processes and real time on a machine that others use: what fails once and not again is reported as flaky.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
