// Holds the house: docs/architecture.md as tables, compared with the source files of src, seeds and ../cli. The rules that hold
// in every package are compared with sdk, dashboard, bench and docs, too (../test/house/packages.ts). A rule that is in the way
// is changed here and in docs/architecture.md, in the same commit, with its reason.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { inspect } from "../test/house/house.ts";
import { inspectOne, packages } from "../test/house/packages.ts";
import { readSource } from "../test/house/source.ts";
import type { House, Rule, Violation } from "../test/house/tables.ts";

const rules: Record<Rule, string> = {
  order:
    "a folder imports itself and the ranks before its own, an inner folder the floors below it, and platform and standards import only themselves",
  rooms: "queries import no actions, jobs or routes; actions and jobs import no routes",
  pure: "a slice's noun, the rules of preflight, standards and ddex are pure: no database, no context, no clock, no chance, no I/O",
  sql: "SQL stands in a slice's queries.ts (or <noun>-queries.ts) and in platform only",
  borrowed:
    "the commands import only pure files of the server, of which none leads to a database, a queue, a storage, HTTP or the clock",
  owners:
    "Fastify is imported by platform/http/server.ts only, its types by framework.ts beside it, and postgres by platform/database/pool.ts only, its types by db.ts beside it; @redis/client by platform/limits/redis-script.ts only, undici by platform/outbound only; nodemailer by mail's transport and composing only; openid-client by the identity provider of people only; pdfkit by what draws payee statements only; sharp and music-metadata by what runs in the process for assets, sharp by the demo's covers too; @segue/sdk and commander by the CLI only",
  settings: "config.ts is read by main.ts and operating only; the others are handed what they need",
  environment: "process.env is read in config.ts, main.ts and cli/src/cli.ts only",
  clock: "the time is that of ctx.clock; this machine's own clock is read in a few named files only",
  chance: "chance is that of ctx.chance, and ids are made by newId: a slice asks nothing else",
  tenancy:
    "an organization's id is never optional, and travels with a resource's as one Owned; what the operator reads of all organizations is called Any",
  locks: "a statement that locks rows for later ones is sent in a transaction: its function takes a TransactionDb",
  writes:
    "a statement that changes rows is sent in a transaction: its function takes a TransactionDb, or stands with its reason in lone_writes",
  shown: "a function that shows a row lists the fields: see onlyFieldsOf of platform/schema.ts",
  circle: "no file leads back to itself, by imports of values or of types",
  parameters: "a function has at most four parameters; more are an object",
  file_lines: "a source file has at most 300 lines",
  function_lines: "a function has at most 70 lines",
  default_export: "exports are named",
  export_once: "a name is exported by one file: one word, one meaning (docs/glossary.md)",
  file_name: "a file or folder is named after a thing of the domain, not after a kind of code",
  dead_file: "every source file is reached from an entry point",
  test_place: "a test stands beside the file it tests, or is named after its folder",
  spread_literal: "a literal is written where it belongs, not spread from another: the formatter breaks the lines",
  spread_call:
    "a call spreads no list, since a list may be longer than a call has room for: see platform/long-list.ts; a function may hand on its own rest parameter",
  vague_word: "a comment names who acts: the worker, the client, the operator; never whoever, nobody or anybody",
};

const house: House = {
  ranks: [
    ["platform"],
    ["standards"],
    ["ddex"],
    ["organizations", "events"],
    ["rights"],
    ["credentials"],
    ["mail"],
    ["people"],
    ["changelog"],
    ["assets"],
    ["releases"],
    ["submissions"],
    ["tracks"],
    ["messages"],
    ["connectors"],
    ["stores"],
    ["deliveries"],
    ["exchange"],
    ["migrations"],
    ["ledger"],
    ["payees"],
    ["contracts"],
    ["royalties"],
    ["payouts"],
    ["webhooks"],
    ["notices"],
    ["overview"],
    ["diagnosis"],
    ["seeds"],
    // the files of src itself: main, environment, routes, jobs, settings and the like
    ["root"],
    ["operating"],
    ["cli"],
  ],
  floors: {
    platform: [
      ["."], // errors, ids, logging, seal, and their like: they know nothing but themselves
      ["tracing"], // what work belongs to: each of the folders below says so
      ["database", "embedded", "storage", "outbound", "limits", "xsd"],
      ["context.ts"],
      ["clock.ts", "jobs"],
      ["http"],
      ["openapi"],
    ],
    "platform/http": [
      ["principal.ts", "pagination.ts", "deprecation.ts", "on-closed.ts", "validation.ts"],
      ["route.ts"], // an operation as data
      ["etag.ts", "media-type.ts", "paths.ts"],
      ["bodies"],
      ["framework.ts"],
      ["raw-request.ts"],
      ["guards", "observing", "sites"],
      ["."], // the stages of a request, and the server that runs them
    ],
    assets: [["inspection"], ["."]],
    deliveries: [
      ["delivery-terms.ts"],
      ["delivery.ts"],
      ["queries.ts", "job-definitions.ts"],
      ["sent"],
      ["."],
      ["pipeline"],
      ["received"],
      ["jobs.ts"],
    ],
    royalties: [
      ["."],
      ["matching", "formats"],
      ["closing"],
      ["rates", "reports", "statements"],
      ["payees"],
      ["jobs.ts"],
    ],
  },
  alone: ["platform", "standards"],
  entries: [
    "../cli/src/cli.ts",
    "src/operating/operating.ts",
    "src/print-openapi.ts",
    "src/assets/inspection/inspect-process.ts",
    "src/platform/xsd/xsd-thread.ts",
    "src/royalties/payees/pdf-thread.ts",
  ],
  owners: [
    { package: /^@?fastify(\/|$)/, by: ["src/platform/http/server.ts", "src/platform/http/framework.ts"] },
    { package: /^postgres(\/|$)/, by: ["src/platform/database/pool.ts", "src/platform/database/db.ts"] },
    { package: /^@redis\/client(\/|$)/, by: ["src/platform/limits/redis-script.ts"] },
    {
      package: /^openid-client(\/|$)/,
      by: ["src/people/identity-provider.ts", "src/people/provider-fetch.ts"],
    },
    { package: /^undici(\/|$)/, by: ["src/platform/outbound/outbound.ts", "src/platform/outbound/connections.ts"] },
    // It takes 100 MB, so it is loaded in a thread that few processes start.
    { package: /^libxml2-wasm(\/|$)/, by: ["src/platform/xsd/xsd-thread.ts"] },
    // It takes 0.2 s to load, so only a thread does.
    { package: /^pdfkit(\/|$)/, by: ["src/royalties/payees/document-page.ts"] },
    { package: /^nodemailer(\/|$)/, by: ["src/mail/transport.ts", "src/mail/composing.ts"] },
    // Native code that reads strangers' files: only in the process that is made for it.
    // The demo draws its own pictures with it.
    {
      package: /^sharp(\/|$)/,
      by: ["src/assets/inspection/artwork.ts", "src/assets/inspection/sample.ts", "../cli/src/demo/cover.ts"],
    },
    { package: /^music-metadata(\/|$)/, by: ["src/assets/inspection/audio.ts"] },
    // The commands are clients of the service; the service is no client of itself.
    { package: /^@segue\/sdk(\/|$)/, by: ["../cli/"] },
    { package: /^commander(\/|$)/, by: ["../cli/"] },
    { package: /^@modelcontextprotocol\//, by: ["../cli/src/mcp/server.ts"] },
  ],
  settings: { file: "src/config.ts", by: ["src/main.ts", "src/operating/"] },
  // PATH is no setting: a child process is handed it and nothing else of ours.
  environment: { by: ["src/config.ts", "src/main.ts", "../cli/src/cli.ts"], free: ["process.env.PATH"] },
  clock: {
    by: [
      "src/platform/clock.ts",
      "src/platform/ids.ts", // until a node has a clock
      "src/platform/logging.ts",
      "src/people/identity-provider.ts", // its library goes by this machine's clock, and is told how far that is wrong
      "src/platform/storage/scratch.ts", // its folders are dated by this machine
      "src/operating/", // it may run without a service
      "../cli/",
    ],
  },
  borrowed: {
    by: "cli",
    // Standards and messages; the rules by which the service judges a message; tables; the folder of DDEX's schemas; and
    // running, by which a service on this machine says where it listens.
    may: /^src\/(standards\/.+|ddex\/.+|exchange\/(prepare-message|received-release)|stores\/(presets|table-file)|rights\/(role|staff-right)|webhooks\/signature|settings|unknown-names|schema-folder|running|platform\/(errors|yielding|long-list|make-folder|xsd\/xsd-checker))\.ts$/,
    // Loaded from the server's own build, where there is one.
    types: /^src\/operating\/operating\.ts$/,
    never:
      /^src\/(platform\/(database|embedded|storage|outbound|jobs|limits|openapi|http\/(?!validation)|context|clock)|.+\/([a-z]+-)?(queries|actions|jobs|routes)\.ts$)/,
  },
  plain: ["platform", "standards", "ddex", "seeds", "root", "operating", "cli"],
  rooms: {
    queries: ["actions", "jobs", "routes"],
    actions: ["routes"],
    jobs: ["routes"],
    routes: [],
  },
  pure: ["standards", "ddex", "releases/preflight"],
  impure: [
    /^src\/platform\/(database|embedded|storage|outbound|jobs|http|context\.ts|clock\.ts)/,
    /^(node:)?(fs|net|tls|http|https|http2|dns|child_process|worker_threads|timers)(\/|$)/,
    /^(undici|pino|prom-client)(\/|$)/,
  ],
  sql: { places: /^src\/(platform\/.+|.+\/([a-z]+-)?queries)\.ts$/, tags: ["db", "sql", "tx", "unsafe"] },
  lone_writes: {
    claimUpload: "a lease: the request that writes bytes holds no transaction open",
    renewUpload: "a lease",
    releaseUpload: "a lease",
    insertBlobWrite: "it must be kept before the first byte is written, whatever becomes of the request",
    useApiKeys: "every request sends it, before anything else: one statement finds the key and marks it as used",
    useStoreCredentials: "like useApiKeys",
    findSessions: "like useApiKeys",
    insertTry: "a try is counted whatever becomes of its request",
    deleteTry: "the same for a try that was right",
    markFetched: "it marks a message while the message is read, and nothing else depends on it",
    takeMessageTimes: "a message that is given up leaves a gap in the times, which harms no other",
    renewImporting: "a lease, beside the transaction of the import",
  },
  limits: { file_lines: 300, function_lines: 70, parameters: 4 },
  forbiddenNames: [
    "index",
    "utils",
    "util",
    "helpers",
    "helper",
    "types",
    "common",
    "shared",
    "misc",
    "manager",
    "service",
    "services",
  ],
  houseTests: ["src/architecture.test.ts"],
};

const server = join(import.meta.dirname, "..");
const paths = [...sourcesOf(server, "src"), ...sourcesOf(server, "seeds"), ...sourcesOf(server, "../cli/src")];
const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(server, path), "utf8")]));

test("the source keeps the rules of the house", () => {
  expect(inspect(files, house).map(sentence)).toEqual([]);
});

test.each(Object.entries(packages))("the package %s keeps the rules that hold in every package", (_name, one) => {
  const found = inspectOne(join(server, ".."), one, house);
  expect(found.filter(({ rule }) => !(rule in one.not_yet)).map(sentence)).toEqual([]);
  for (const [rule, count] of Object.entries(one.not_yet)) {
    const broken = found.filter((violation) => violation.rule === rule);
    expect(broken.length, `${rule}: ${broken.map(sentence).join("\n")}`).toBe(count);
  }
});

test("a function with a lone write still has one", () => {
  const named = Object.keys(house.lone_writes);
  const texts = Object.entries(files).filter(([, text]) => named.some((name) => text.includes(name)));
  const writing = texts.flatMap(([path, text]) => readSource(path, text).looseWrites.map(({ by }) => by));
  expect(named.filter((name) => !writing.includes(name))).toEqual([]);
});

test("a list goes on after its last row by one clause, which stands in pagination.ts", () => {
  const clause = /< \(\$\{after\[0\]\}/;
  expect(paths.filter((path) => clause.test(files[path] ?? ""))).toEqual(["src/platform/http/pagination.ts"]);
});

test("a slice keeps the definitions of the jobs it enqueues in one file", () => {
  const definition = /: JobDefinition<.*> = \{/;
  const elsewhere = paths.filter((path) => definition.test(files[path] ?? "") && !path.endsWith("/job-definitions.ts"));
  expect(elsewhere.filter((path) => !path.includes(".test.") && !path.startsWith("src/platform/"))).toEqual([]);
});

test("an issue is written down by `problem` alone", () => {
  const literal = /\{\s*code: [\w"]+(?: as const)?,\s*field\b/;
  const product = paths.filter((path) => !path.includes(".test."));
  expect(product.filter((path) => literal.test(files[path] ?? ""))).toEqual([]);
});

// These were there before the rule, and a migration that has landed is never edited.
const LAST_SILENT_MIGRATION = "0096";

test("each migration says in its head which versions run on it, or that they must be stopped first", () => {
  const folder = fileURLToPath(new URL("../migrations", import.meta.url));
  const late = readdirSync(folder).filter((name) => name.slice(0, 4) > LAST_SILENT_MIGRATION);
  const silent = late.filter((name) => {
    const [head] = /^(?:--.*\n)*/.exec(readFileSync(join(folder, name), "utf8")) ?? [""];
    return !/^-- (Versions from \d{4} on run on it\.|Stop all versions before it first: .+)$/m.test(head);
  });
  expect(silent).toEqual([]);
});

test("money is never a float: slices that know amounts turn nothing but counts into one", () => {
  const float = /parseFloat|toFixed|(?<!(?:play_count|line_item_count|sum\(play_count\)))::(?:float|real|double)/;
  const money = /^src\/(ledger|payouts|royalties|standards\/(currency|decimal))/;
  const product = paths.filter((path) => money.test(path) && !path.includes(".test."));
  expect(product.filter((path) => float.test(files[path] ?? ""))).toEqual([]);
  expect(float.test("select amount::float8")).toBe(true);
});

// A small house in which everything is right. Each bad example below is laid over it.
const sound = {
  "../cli/src/cli.ts":
    'import "../../server/src/standards/identifiers.ts";\nimport type { a } from "../../server/src/operating/operating.ts";',
  "src/operating/operating.ts": 'await import("../main.ts");',
  "src/main.ts":
    'import { port } from "./config.ts";\nimport { allRoutes } from "./routes.ts";\nimport "./exchange/routes.ts";\nimport "../seeds/sandbox.ts";',
  "src/print-openapi.ts": 'import { allRoutes } from "./routes.ts";',
  "src/assets/inspection/inspect-process.ts": "",
  "src/platform/xsd/xsd-thread.ts": "",
  "src/royalties/payees/pdf-thread.ts": "",
  "src/config.ts": "export const port = process.env.SEGUE_PORT;",
  "src/routes.ts":
    'export { routes as allRoutes } from "./releases/routes.ts";\nimport type { port } from "./config.ts";',
  "src/platform/http/sites/b.ts": "",
  "src/platform/http/server.ts": 'import "./sites/b.ts";\nimport fastify from "fastify";\nimport "../database/db.ts";',
  "src/platform/database/db.ts": 'import postgres from "postgres";\nexport const one = (db: Db) => db`select 1`;',
  "src/platform/child.ts": "const env = { PATH: process.env.PATH };",
  "src/platform/state-machine.ts": 'new Worker(new URL("./child.ts", import.meta.url));',
  "src/standards/identifiers.ts": 'import { iso31661 } from "iso-3166";',
  "src/organizations/organization.ts": "export const tiers = {};",
  "src/events/actions.ts": 'export const emit = () => import("../platform/http/server.ts");',
  "src/releases/release.ts":
    'import type { Db } from "../platform/database/db.ts";\nimport "../platform/state-machine.ts";\nimport "../standards/identifiers.ts";\nexport const date = new Date(0);',
  "src/releases/queries.ts": 'import "./release.ts";\nexport const find = (db: Db) => db<Row[]>`select 1`;',
  "src/releases/actions.ts":
    'import "./queries.ts";\nimport "../events/actions.ts";\nimport "../organizations/organization.ts";',
  "src/releases/routes.ts": 'import "./actions.ts";\nimport "./preflight/actions.ts";\nexport const routes = [];',
  "src/releases/preflight/actions.ts": 'import "../../platform/database/db.ts";\nimport "./judge.ts";',
  "src/releases/preflight/judge.ts": 'import "../release.ts";',
  "src/releases/releases.test.ts": 'import { world } from "../../test/world.ts";\nconst rows = db`select 1`;',
  "src/releases/release.test.ts": 'import "../standards/money.ts";',
  "src/platform/http/server.faults.test.ts": "",
  "src/exchange/prepare-message.ts": 'import "../platform/database/db.ts";',
  "src/exchange/routes.ts": 'import "./prepare-message.ts";',
  "src/architecture.test.ts": "",
  "seeds/sandbox.ts": 'import "../src/releases/actions.ts";',
};

const lines = (count: number) => "// a line\n".repeat(count);

/** The fault, the file laid over the sound house and the line where it must be found, the text of that file. */
const bad: Record<Rule, [why: string, place: string, text: string][]> = {
  order: [
    ["reach forward", "src/assets/actions.ts:2", '\nimport "../releases/actions.ts";'],
    ["reach forward for a type", "src/assets/a.ts:1", 'import type { A } from "../releases/release.ts";'],
    ["reach forward in a type", "src/assets/a.ts:1", 'type A = import("../releases/release.ts").A;'],
    ["reach forward later", "src/assets/a.ts:1", 'await import("../releases/release.js");'],
    ["reach forward by passing on", "src/assets/a.ts:1", 'export * from "../releases/release.ts";'],
    ["a kernel that knows music", "src/platform/ids.ts:1", 'import "../standards/identifiers.ts";'],
    ["standards that know the kernel", "src/standards/money.ts:1", 'import "../platform/state-machine.ts";'],
    ["neighbours of one rank", "src/events/event.ts:1", 'import "../organizations/organization.ts";'],
    ["a floor that imports the one above it", "src/platform/database/db.ts:1", 'import "../http/server.ts";'],
    ["neighbours of one floor", "src/platform/storage/blobs.ts:1", 'import "../database/db.ts";'],
    ["a room that imports its neighbour", "src/platform/http/guards/a.ts:1", 'import "../sites/b.ts";'],
    ["the ground that imports a floor", "src/platform/state-machine.ts:1", 'import "./database/db.ts";'],
    ["an inner folder nobody planned", "src/platform/mail/send.ts:1", 'import "../state-machine.ts";'],
    ["a slice that reads the root", "src/releases/jobs.ts:1", 'import "../main.ts";'],
    ["a slice that imports seeds", "src/releases/jobs.ts:1", 'import "../../seeds/sandbox.ts";'],
    ["a folder nobody planned", "src/playlists/routes.ts:1", ""],
    ["a product that imports its tests", "src/releases/jobs.ts:1", 'import "../../test/world.ts";'],
  ],
  rooms: [
    ["queries that act", "src/releases/queries.ts:1", 'import "./actions.ts";'],
    ["queries that act elsewhere", "src/tracks/queries.ts:3", '\n\nimport "../events/actions.ts";'],
    ["actions that know routes", "src/releases/actions.ts:1", 'import "./routes.ts";'],
  ],
  pure: [
    ["a noun with the database", "src/releases/release.ts:1", 'import { connect } from "../platform/database/db.ts";'],
    ["a noun with its queries", "src/deliveries/delivery.ts:1", 'import "./queries.ts";'],
    ["a noun with the clock", "src/royalties/royalty.ts:1", "const today = new Date();"],
    ["a noun with the time", "src/royalties/royalty.ts:1", "const now = Date.now();"],
    ["a noun with chance", "src/payouts/payout.ts:1", "const n = Math.random();"],
    ["a rule of preflight that asks the database", "src/releases/preflight/judge.ts:1", 'import "./queries.ts";'],
    ["a rule of preflight with the clock", "src/releases/preflight/judge.ts:1", "const today = new Date();"],
    ["standards with files", "src/standards/money.ts:1", 'import { readFileSync } from "node:fs";'],
  ],
  sql: [
    ["SQL in actions", "src/releases/actions.ts:2", "\nawait ctx.db`select 1`;"],
    ["SQL in routes, with a type", "src/releases/routes.ts:1", "await db<Row[]>`select 1`;"],
    ["SQL in seeds", "seeds/sandbox.ts:1", "await sql`select 1`;"],
    ["SQL as a string", "src/releases/actions.ts:1", 'await db.unsafe("select 1");'],
  ],
  borrowed: [
    ["a command that starts the server", "../cli/src/cli.ts:1", 'await import("../../server/src/main.ts");'],
    ["a command with the database", "../cli/src/run.ts:1", 'import "../../server/src/platform/database/db.ts";'],
    [
      "a command that gets the database with a rule",
      "../cli/src/run.ts:1",
      'import "../../server/src/exchange/prepare-message.ts";',
    ],
  ],
  owners: [
    ["Fastify in actions", "src/releases/actions.ts:1", 'import type { FastifyRequest } from "fastify";'],
    ["a plugin elsewhere", "src/routes.ts:1", 'import cookie from "@fastify/cookie";'],
    ["the driver elsewhere", "src/platform/jobs/queue.ts:1", 'import postgres from "postgres";'],
    ["a decoder elsewhere", "src/assets/actions.ts:1", 'import sharp from "sharp";'],
    ["calls past the rule of addresses", "src/releases/actions.ts:1", 'import { request } from "undici";'],
    ["a service that calls itself", "src/releases/actions.ts:1", 'import { createSegue } from "@segue/sdk";'],
    ["the Redis client elsewhere", "src/platform/jobs/queue.ts:1", 'await import("@redis/client");'],
  ],
  settings: [["settings in the route list", "src/routes.ts:1", 'import { port } from "./config.ts";']],
  environment: [
    ["the environment in the kernel", "src/platform/database/db.ts:1", "const url = process.env.DATABASE_URL;"],
    ["the whole environment", "src/platform/database/db.ts:1", "const env = { ...process.env };"],
    ["the environment by import", "src/platform/database/db.ts:1", 'import { env } from "node:process";'],
  ],
  clock: [
    ["the machine's time in an action", "src/releases/actions.ts:1", "const now = Date.now();"],
    ["the machine's date in the kernel", "src/platform/jobs/queue.ts:2", "\nconst now = new Date();"],
  ],
  chance: [
    ["chance in an action", "src/releases/actions.ts:1", "const n = Math.random();"],
    ["random bytes in an action", "src/releases/actions.ts:1", 'import { randomBytes } from "node:crypto";'],
    ["the global crypto", "src/releases/actions.ts:1", "const id = crypto.randomUUID();"],
    ["chance in seeds", "seeds/sandbox.ts:1", 'import { randomUUID } from "node:crypto";'],
  ],
  tenancy: [
    [
      "two ids that can be swapped",
      "src/releases/queries.ts:1",
      "const a = (organization_id: string, id: string) => 1;",
    ],
    ["an owner beside a text", "src/releases/queries.ts:1", "function a(organization_id: string, upc: string) {}"],
    ["an optional owner", "src/releases/queries.ts:1", "function a(filter: { organization_id?: string }) {}"],
    ["an owner or none", "src/releases/actions.ts:1", "function a(organization_id: string | undefined, n: number) {}"],
  ],
  locks: [
    ["a lock on the pool", "src/releases/queries.ts:1", "const a = (db: Db) => db`select 1 from a for no key update`;"],
    ["an advisory lock", "src/releases/queries.ts:1", "const a = (db: Db) => db`select pg_advisory_xact_lock(1)`;"],
  ],
  writes: [
    ["a write on the pool", "src/releases/queries.ts:1", "const a = (db: Db) => db`insert into a values (1)`;"],
    [
      "a write inside a with",
      "src/releases/queries.ts:1",
      "const a = (db: Db) => db`with b as (delete from a returning 1) select 1`;",
    ],
  ],
  shown: [
    ["a row without some fields", "src/releases/release.ts:1", "function shownRow({ a, ...row }: Row) { return row; }"],
    ["a row as a whole", "src/releases/release.ts:1", "const shownRow = (row: Row) => ({ ...row, a: 1 });"],
  ],
  circle: [
    ["a file that imports itself", "src/releases/review.ts:1", 'import "./review.ts";'],
    [
      "two files that import each other, one for a type",
      "src/releases/actions.ts:1",
      'import type { A } from "./routes.ts";',
    ],
  ],
  parameters: [["many parameters", "src/platform/jobs/queue.ts:1", "export function f(a, b, c, d, e) {}"]],
  file_lines: [["a long file", "src/platform/jobs/queue.ts:301", lines(301)]],
  function_lines: [
    ["a long function", "src/platform/jobs/queue.ts:2", `\nexport function f() {\n${lines(69)}}`],
    ["a long arrow", "src/platform/jobs/queue.ts:1", `const f = () => {\n${lines(69)}};`],
  ],
  default_export: [
    ["a default value", "src/config.ts:1", "export default {};"],
    ["a default function", "src/config.ts:2", "\nexport default function f() {}"],
    ["a renamed default", "src/config.ts:2", "const a = 1;\nexport { a as default };"],
  ],
  export_once: [
    ["a type that another file exports", "src/releases/review.ts:2", "\nexport type tiers = 1;"],
    ["a value that another file exports", "src/platform/ids.ts:1", "export const one = 1;"],
    ["a function that another file exports", "src/releases/review.ts:1", "export async function emit() {}"],
    [
      "a name that is passed on",
      "src/releases/review.ts:1",
      'export { tiers } from "../organizations/organization.ts";',
    ],
    ["a name that is given on the way", "src/releases/review.ts:2", "const a = 1;\nexport { a as emit };"],
  ],
  file_name: [
    ["a barrel", "src/releases/index.ts:1", ""],
    ["a drawer", "src/platform/utils.ts:1", ""],
    ["a folder of drawers", "src/releases/helpers/title.ts:1", ""],
  ],
  dead_file: [
    ["a file nobody imports", "src/releases/inspect.ts:1", ""],
    ["a file only a test imports", "src/standards/money.ts:1", ""],
  ],
  test_place: [["a test without its file", "src/releases/review.test.ts:1", ""]],
  spread_literal: [
    ["a list in a list", "src/platform/turns.ts:1", 'const a = ["a", ...["b", "c"]];'],
    ["an object in an object", "src/platform/turns.ts:1", "const a = { ...{ b, c }, d };"],
    ["a list in a list of a test", "src/releases/release.test.ts:1", 'const a = [...["b"]];'],
  ],
  spread_call: [
    ["a list that is pushed", "src/platform/turns.ts:1", "list.push(...more);"],
    ["the greatest of a list", "src/platform/turns.ts:1", "const a = Math.max(0, ...list.map((b) => b.c));"],
    ["an argument of another function", "src/platform/turns.ts:1", "const a = (...b) => 1, c = (b) => a(...b);"],
    ["a list that is made anew", "src/platform/turns.ts:1", "const a = new Set(...b);"],
  ],
  vague_word: [
    ["a line of a comment", "src/platform/turns.ts:1", "// Whoever asks waits."],
    ["a comment behind code", "src/platform/turns.ts:1", "const a = 1;\t// nobody waits"],
    ["a comment of several lines", "src/releases/release.test.ts:2", "/**\n * What anybody has.\n */"],
  ],
};
const examples = Object.entries(bad).flatMap(([rule, cases]) => cases.map((example) => ({ rule, example })));

describe("the reader of the house", () => {
  test("finds nothing in a sound house", () => {
    expect(inspect(sound, house)).toEqual([]);
  });

  test.each(examples)("finds $example.0 ($rule)", ({ rule, example: [, place, text] }) => {
    const [file = "", line] = place.split(":");
    const found = inspect({ ...sound, [file]: text }, house).filter((violation) => violation.rule === rule);
    expect(found).toContainEqual({ rule, file, line: Number(line), found: expect.any(String) });
    // Emptying a file of the sound house may leave others unreached; no other rule may find more than was put there.
    if (rule !== "dead_file") expect(found).toHaveLength(1);
  });

  test("admits a file and a function of just the longest length", () => {
    const text = `export function f() {\n${lines(68)}}\n${lines(230)}`;
    const found = inspect({ ...sound, "src/platform/http/server.ts": text }, house);
    expect(found.filter(({ rule }) => rule === "file_lines" || rule === "function_lines")).toEqual([]);
  });

  test("finds an empty house", () => {
    expect(inspect({}, house).map(sentence)).toContain(
      "../cli/src/cli.ts:1 is an entry point that is missing: every source file is reached from an entry point.",
    );
  });

  test("has a bad example of every rule", () => {
    for (const rule of Object.keys(rules)) expect(examples.map((example) => example.rule)).toContain(rule);
  });
});

function sourcesOf(server: string, folder: string): string[] {
  if (!existsSync(join(server, folder))) return [];
  const names = readdirSync(join(server, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

function sentence({ rule, file, line, found }: Violation): string {
  return `${file}:${line} ${found}: ${rules[rule]}.`;
}
