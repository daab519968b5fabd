import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// `npm run test:all` runs these too, and CI does so for every change: pages, packages, samples, the longest stories, commands and campaigns,
// the largest inputs, what is found in files, whole processes and those that Segue keeps beside itself, and other kinds of servers (a
// standby, a PgBouncer, an S3 that fails). `npm test` leaves them out, unless they are named: it is for every few minutes of work.
const only_in_whole_runs = [
  "cli/src/{cli,commands/{delivery,login,member,sandbox,webhook},demo/demo,doctor/doctor,export/*,import/ern,import/import,import/migrate,listen/listen,operating/backup,upload/upload}.test.ts",
  "dashboard/test/{catalog,components,deliveries,delivery-terms,fee-terms,keyboard,members,money,moving-in,newcomer,operator,operator-keyboard,operator-money,operator-report,operator-walk,own-payee,payee-payouts,payee-statements,payees,people,pictures,release-list,single-sign-on,store-tables,track-editor,webhooks}.test.ts",
  "docs/test/{commands,samples,site,walks}.test.ts",
  "{cli,sdk}/test/package.test.ts",
  "sdk/test/receivers.test.ts",
  "server/src/assets/{assets.quota,upload}.test.ts",
  "server/src/assets/inspection/{artwork,audio,flac,inspect}.test.ts",
  "server/src/connectors/{ern-sftp,s3-session}.test.ts",
  "server/src/deliveries/{deliveries.model,received/acknowledgements}.test.ts",
  "server/src/exchange/exchange.hostile.test.ts",
  "server/src/people/{identity-provider.hostile,oidc-routes,people,sign-in}.test.ts",
  "server/src/platform/database/{check,db.read-only,db.unavailable,migrate,stuck-sessions,tls}.test.ts",
  "server/src/platform/embedded/embedded-postgres.test.ts",
  "server/src/platform/jobs/claim.plan.test.ts",
  "server/src/platform/limits/redis.test.ts",
  "server/src/platform/outbound/outbound.hostile.test.ts",
  "server/src/platform/storage/s3-upload.test.ts",
  "server/src/royalties/{payees/statement-pdf,reports/report-reader,royalties.match}.test.ts",
  "server/src/webhooks/{redelivery,webhooks.fairness}.test.ts",
  "server/src/{environment.clock,main,main.database-url,site-build}.test.ts",
  "server/test/{alert-rules,every-operation,pasted-pages,patterns}.test.ts",
  "server/test/faults/{assets,closes,failovers,feeds,imports,mails,nodes,redis,starts,stops,storage,versions,webhooks,workers}.test.ts",
  "server/test/hostile/hostile.test.ts",
  "server/test/large-{bodies,lists,release}.test.ts",
  "server/test/stories/{album,compose,deliveries,feed}.test.ts",
];
const isWhole =
  process.env.FAULTS !== undefined || process.argv.slice(2).some((word) => word !== "run" && !word.startsWith("-"));

// The longest first, so that no process is left with one of them when the others are done.
const longest = [
  "docs/test/site",
  "operating/backup",
  "dashboard/test/",
  "src/main",
  "pasted-pages",
  "docs/test/samples",
  "demo/demo",
  "hostile/hostile",
  "test/faults/",
  "inspection/inspect",
  "embedded-postgres",
  "stories/",
  "cli/src/import/",
  "listen/listen",
  "test/package",
  "every-operation",
  "exchange.hostile",
  "redelivery",
  "deliveries/deliveries",
];

// Most code of a short run is called a few hundred times, and most of what it makes is gone a moment later: to optimize the one and to
// look through the other took a tenth of the processor's time. Later versions of Node wait longer by themselves, and have no such flag.
const short_run_flags = [
  "--max-semi-space-size=64",
  ...(process.versions.node.startsWith("20.") ? ["--interrupt-budget=1000000"] : []),
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((part) => moduleId.includes(part));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  // The sources, as the compiler and the build have it: tsconfig.json.
  resolve: {
    alias: [{ find: /^@segue\/sdk$/, replacement: fileURLToPath(new URL("sdk/src/client.ts", import.meta.url)) }],
  },
  test: {
    include: [
      "server/**/*.test.ts",
      "cli/**/*.test.ts",
      "sdk/**/*.test.ts",
      "bench/**/*.test.ts",
      "docs/**/*.test.ts",
      "dashboard/**/*.test.ts",
    ],
    exclude: isWhole ? configDefaults.exclude : [...configDefaults.exclude, ...only_in_whole_runs],
    globalSetup: ["server/test/before-run.ts"],
    // DDEX's own samples are not ours to carry: their tests run where they are, and say so where they are not.
    env: {
      DSR_SAMPLES: fileURLToPath(new URL("../shared/ddex/dsr", import.meta.url)),
      DDEX_FOLDER: fileURLToPath(new URL("../shared/ddex", import.meta.url)),
    },
    pool: "forks",
    // Files share processes: loading the modules anew for each file took a third of the run. Three processes use the two
    // cores of a small machine: at any moment about one of them waits for a clock, a socket or a process to end.
    isolate: false,
    maxWorkers: 3,
    // Packages are loaded as Node loads them for the service: a default that is made up costs a call at each use.
    deps: { interopDefault: false },
    // Whole runs have the service's own settings.
    execArgv: isWhole ? [] : short_run_flags,
    sequence: { sequencer: LongestFirst },
    // No test asks how quick the machine is, so these are for what hangs.
    testTimeout: 300_000,
    // The first test of a page may wait until a browser is installed.
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
