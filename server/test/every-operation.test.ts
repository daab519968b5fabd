// Every operation, found in the served description alone: a route added tomorrow is tested here today.
//
// First each operation is brought to a success with the description's own examples: a collection's POST makes what the
// paths below it name, a body that is refused is repaired from the refusal. Then everybody who may not is sent to it,
// and then requests that are wrong in unusual ways. Every answer must be as documented.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Description, type Operation, readDescription } from "./api-description.ts";
import { atScale } from "./faults/scale.ts";
import { addFetchingStore } from "./fetching-store.ts";
import { fullExample, hostileRequest, poisonedBodies, withIds } from "./hostile-request.ts";
import { type Answer, type Caller, createWorld, type Request, type World } from "./world.ts";

/** Hostile requests sent to each operation. */
const RUNS = Number(process.env.SEGUE_HOSTILE_RUNS ?? atScale({ short: 1, full: 1_000 }));
/** The poisons for each place of a body. */
const POISONS = atScale({ short: 1, full: Number.POSITIVE_INFINITY });
const LIMIT_MS = Math.max(120_000, RUNS * 1_000);
const MAX_REPAIRS = 6;

/** Operations that no example can bring to a success, because a story must come first; each with the test that tells it. */
const testedElsewhere: Readonly<Record<string, string>> = {
  listMyPayeeStatements: "src/royalties/payees/payees.test.ts",
  getMyPayeeStatement: "src/royalties/payees/payees.test.ts",
  listMyPayeeLineItems: "src/royalties/payees/payees.test.ts",
  getMyPayeeBalance: "src/payees/own-payees.test.ts: a member of the role payee must be signed in",
  getMe: "src/people/people.test.ts: a person must be signed in",
  updateMe: "src/people/people.test.ts",
  offerSecondFactor: "src/people/sign-in.test.ts",
  confirmSecondFactor: "src/people/sign-in.test.ts",
  removeSecondFactor: "src/people/sign-in.test.ts",
  renewRecoveryCodes: "src/people/sign-in.test.ts",
  listMySessions: "src/people/people.test.ts",
  endMySession: "src/people/people.test.ts",
  viewOrganization: "src/people/people.test.ts: staff must be signed in",
  retryMail: "src/mail/mail.test.ts: a mail must have failed first",
  retryJob: "src/platform/jobs/queue.test.ts: a job must have failed for good first",
  getPeaks: "src/assets/previews.test.ts: the bytes of the example are no sound",
  assignIsrcs: "test/numbers.test.ts: the organization must have a prefix first",
  replaceAudio: "src/tracks/replace-audio.test.ts: a release must be submitted first",
  submitRelease: "src/submissions/submissions.test.ts: a release must lack nothing first",
  getSubmission: "src/submissions/submissions.test.ts",
  getAnySubmission: "src/submissions/submissions.test.ts",
  withdrawSubmission: "src/submissions/submissions.test.ts",
  approveSubmission: "src/submissions/submissions.test.ts",
  rejectSubmission: "src/submissions/submissions.test.ts",
  previewErn: "src/deliveries/write-message.test.ts: a release must lack nothing first",
  exportRelease: "src/deliveries/write-message.test.ts",
  createDelivery: "src/deliveries/deliveries.test.ts: a submission must be approved first",
  createMigration: "src/migrations/migrations.test.ts: a release must have its own codes first",
  getMigration: "src/migrations/migrations.test.ts",
  getDelivery: "src/deliveries/deliveries.test.ts",
  resubmitDelivery: "src/deliveries/deliveries.test.ts",
  updateDelivery: "src/deliveries/deliveries.test.ts",
  takeDownDelivery: "src/deliveries/deliveries.test.ts",
  cancelDelivery: "src/deliveries/deliveries.test.ts",
  reportStoreAnswer: "src/deliveries/deliveries.test.ts",
  simulateStoreAnswer: "src/deliveries/deliveries.test.ts",
  createStoreCredential: "src/credentials/store-credential.test.ts: the store must fetch",
  revokeStoreCredential: "src/credentials/store-credential.test.ts",
  readStoreMessage: "src/deliveries/received/resend.test.ts: something must have gone to the store first",
  readStoreMessageFile: "src/deliveries/received/resend.test.ts: something must have gone to the store first",
  readStoreAcknowledgement: "src/deliveries/received/acknowledgements.test.ts: the store must have written one",
  resendStoreMessage: "src/deliveries/received/resend.test.ts",
  readFeedMessage: "src/deliveries/received/feed.test.ts: a release must be on its way to the store",
  readFeedFile: "src/deliveries/received/feed.test.ts",
  reportFeedStatus: "src/deliveries/received/feed.test.ts",
  createPayeeAdjustment: "src/payees/money-actions.test.ts: something must be available first",
  createPayeePayment: "src/payees/money-actions.test.ts",
  getPayeeBalance: "src/payees/money-actions.test.ts",
  listPayeeTransactions: "src/payees/money-actions.test.ts",
  processPayouts: "src/payouts/bulk.test.ts",
  payPayouts: "src/payouts/bulk.test.ts",
  createPayout: "src/payouts/payouts.test.ts: something must be available first",
  getPayout: "src/payouts/payouts.test.ts",
  cancelPayout: "src/payouts/payouts.test.ts",
  holdPayout: "src/payouts/payouts.test.ts",
  releasePayout: "src/payouts/payouts.test.ts",
  processPayout: "src/payouts/payouts.test.ts",
  payPayout: "src/payouts/payouts.test.ts",
  failPayout: "src/payouts/payouts.test.ts",
  simulatePayoutMove: "src/payouts/payouts.test.ts",
  activateContract: "src/contracts/contracts.test.ts: a contract must have terms and shares first",
  endContract: "src/contracts/contracts.test.ts",
  makeSandboxStatements: "src/royalties/closing/sandbox-statement.test.ts: a track must have the ISRC first",
  closePeriod: "src/royalties/closing/close.test.ts: its path names a month",
  getStatement: "src/royalties/closing/close.test.ts: a period must be closed first",
  listLineItems: "src/royalties/closing/close.test.ts",
  getAnyStatement: "src/royalties/reports/actions.rows.test.ts",
  listAnyLineItems: "src/royalties/reports/actions.rows.test.ts",
  getPayeeStatement: "src/royalties/closing/share-statements.test.ts: a contract and a closed period come first",
  listPayeeLineItems: "src/royalties/closing/share-statements.test.ts",
  redeliverToWebhook: "src/webhooks/redelivery.test.ts: an endpoint must be verified first",
  redeliverEvent: "src/webhooks/redelivery.test.ts: something else than a ping must have happened first",
  importSalesReport: "src/royalties/reports/report-import.test.ts: a report is a file",
  tryReportFormat: "src/royalties/reports/report-reader.test.ts: a sample is a file",
  receiveDdexMessage: "src/exchange/exchange.test.ts: a message is a document",
  getSalesReport: "src/royalties/reports/report-import.test.ts",
  listReportRows: "src/royalties/reports/actions.rows.test.ts",
  readReportFile: "src/royalties/reports/report-file.test.ts",
  listUnmatchedRows: "src/royalties/reports/actions.test.ts",
  listUnmatchedWorks: "src/royalties/reports/actions.test.ts",
  assignSalesReport: "src/royalties/reports/actions.test.ts",
  reverseSalesReport: "src/royalties/reports/actions.test.ts",
  deleteSalesReport: "src/royalties/reports/actions.test.ts",
  updateSalesReport: "src/royalties/closing/close.currency.test.ts",
  importExchangeRates: "src/royalties/rates/rates.test.ts: rates are a file",
  createConversion: "src/ledger/convert.test.ts: something must be available first",
  uploadAsset: "src/assets/upload.test.ts: bytes go to a link that an asset shows",
  getUploadOffset: "src/assets/resumable-upload.test.ts: likewise",
  resumeUpload: "src/assets/resumable-upload.test.ts: likewise",
  downloadAsset: "src/assets/download.test.ts: an asset must be ready first",
  downloadThumbnail: "src/assets/download.test.ts: likewise",
};

/** `query` begins with `?` or is empty. */
type Sent = { path: string; query: string; request: Request };

// The list is read before the tests are named; the sandbox has every route, and the higher limits.
const world: World = await createWorld({ environment: "sandbox" });
const store = await addFetchingStore(world, "store_fetching");
const api: Description = readDescription((await world.stranger.call("GET /v1/openapi.json")).body);
const guarded = api.operations.filter(({ is_public }) => !is_public);
const scoped = guarded.filter(({ scope }) => scope);
const operators = guarded.filter(({ access }) => access === "operator");
const stores = guarded.filter(({ access }) => access === "store");
const partners = guarded.filter(({ access }) => access === "scope" || access === "any_key");
// Stores are everybody's.
const owned = partners.filter(({ path }) => path.includes("{") && !path.startsWith("/v1/stores/"));

/** Ids by the collection they stand in, such as `/v1/releases`. */
const made = new Map<string, string[]>();
/** The collection that makes ids with a prefix: `rel_` at `/v1/releases`. */
const collections = new Map<string, string>();
/** Values that an answer shows only once, by name: the latest one stands for the example of a field with that name. */
const secrets = new Map<string, string>();
const succeeded = new Map<string, Sent>();

beforeAll(async () => {
  for (const { id } of [world.label, world.rival]) {
    const body = { rate_limit: { per_minute: 1_000_000, burst: 100_000 } };
    expect((await world.operator.call(`PATCH /v1/operator/organizations/${id}`, { body })).status).toBe(200);
  }
  // One operation makes what another needs, so the rest is tried again as long as something new succeeds.
  for (let before = -1; before < succeeded.size; ) {
    before = succeeded.size;
    for (const operation of inOrder(api.operations)) if (!succeeded.has(operation.id)) await succeed(operation);
  }
});
afterAll(() => world.close());

test("every operation succeeds with its own examples", () => {
  const uncovered = api.operations.filter(({ id }) => !succeeded.has(id) && !(id in testedElsewhere));
  expect(uncovered.map(({ name, id }) => `${name} (${id})`)).toEqual([]);
});

describe("without a credential", () => {
  test.each(guarded)("$name is 401", async (operation) => {
    const { path } = await sample(operation);
    const nobody = await send(world.stranger, operation, { path, query: "", request: {} });
    expect(nobody.body.error.code).toBe("authentication_required");
    expect(nobody.headers.get("www-authenticate")).toBe("Bearer");
    const unknown = await send(world.as("sk_test_unknown"), operation, { path, query: "", request: {} });
    expect(unknown.body.error.code).toBe("invalid_credentials");
  });
});

describe("another organization's resource", () => {
  test.each(owned)("$name is the same 404 as a missing one", async (operation) => {
    const owners = await sample(operation);
    const foreign = await send(world.rival, operation, owners);
    const missing = await send(world.rival, operation, { ...owners, path: missingPath(operation) });
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing));
  });
});

describe("a key without the scope", () => {
  /** One for all operations of a scope. */
  const lacking = new Map<string, Promise<string>>();
  const keyWithout = (scope: string): Promise<string> => {
    const scopes = everyScope().filter((other) => other !== scope && other !== scope.replace(/:read$/, ":write"));
    const key = lacking.get(scope) ?? world.keyFor(world.label.id, { scopes });
    lacking.set(scope, key);
    return key;
  };

  test.each(scoped)("$name is 403, whatever the body is", async (operation) => {
    const caller = world.as(await keyWithout(operation.scope ?? ""));
    const sound = await sample(operation);
    const broken = operation.method === "GET" ? {} : { raw: "{", headers: { "content-type": "text/plain" } };
    for (const sent of [sound, { ...sound, query: "?nothing=1", request: broken }]) {
      const answer = await send(caller, operation, sent);
      expect([answer.status, answer.body.error.code]).toEqual([403, "insufficient_scope"]);
    }
  });
});

describe("the operator's side and the partner's", () => {
  test.each(operators)("a partner's key finds nothing at $name", async (operation) => {
    const { status, body } = await send(world.label, operation, await sample(operation));
    // The same for each, whatever is behind it: only the reference tells which operations there are.
    const message = "This path is the operator's, and this key is an organization's; use the operator key here.";
    expect([status, body.error.code, body.error.message]).toEqual([404, "not_found", message]);
  });

  test.each(stores)("a partner's key finds nothing at $name, and the operator's key is refused", async (operation) => {
    const sent = await sample(operation);
    expect((await send(world.label, operation, sent)).status).toBe(404);
    expect((await send(world.operator, operation, sent)).body.error.code).toBe("insufficient_scope");
  });

  test.each([...partners, ...operators])("a store's credential is refused by $name", async (operation) => {
    const answer = await send(store, operation, await sample(operation));
    const expected = operation.access === "operator" ? [404, "not_found"] : [403, "insufficient_scope"];
    expect([answer.status, answer.body.error.code]).toEqual(expected);
  });

  // The operator chooses a store's requirements from the rules of preflight.
  const partnersAlone = partners.filter(({ path }) => path !== "/v1/preflight-rules");
  test.each(partnersAlone)("the operator's key is refused by $name", async (operation) => {
    const answer = await send(world.operator, operation, await sample(operation));
    expect([answer.status, answer.body.error.code]).toEqual([403, "insufficient_scope"]);
  });
});

describe("other methods", () => {
  test.each(api.operations.filter(({ method }) => method === "GET"))("HEAD works as $name does", async (operation) => {
    const { path, query } = await sample(operation);
    const [head, get] = [
      await callerOf(operation).call(`HEAD ${path}${query}`),
      await callerOf(operation).call(`GET ${path}${query}`),
    ];
    expect([head.status, head.text]).toEqual([get.status, ""]);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
  });

  test.each([...new Set(api.operations.map(({ path }) => path))])("OPTIONS %s names its methods", async (path) => {
    const answer = await world.label.call(`OPTIONS ${path.replaceAll(/[{}]/g, "")}`);
    const methods = api.operations.filter((operation) => operation.path === path).map(({ method }) => method);
    expect(answer.status).toBe(204);
    expect(answer.headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining(methods));
  });
});

describe("hostile requests", () => {
  const writing = api.operations.filter(({ body }) => body?.type === "application/json");

  test.each(writing)("$name answers as documented to a body with one poisoned place", async (operation) => {
    const sound = await sample(operation);
    const { schema = {} } = operation.body ?? {};
    for (const body of poisonedBodies(sound.request.body, { schema, resolve: api.resolve, poisons: POISONS }))
      await send(callerOf(operation), operation, { ...sound, request: { body } });
  });

  test.each(api.operations)(
    "$name answers as documented",
    async (operation) => {
      const property = fc.asyncProperty(hostileRequest(operation, api.resolve), async ({ id, query, request }) => {
        const sound = await sample(operation);
        const path = id === undefined ? sound.path : fillPath(operation, id);
        await send(callerOf(operation), operation, { path, query: query || sound.query, request });
      });
      await fc.assert(property, { numRuns: RUNS });
    },
    LIMIT_MS,
  );
});

// At the end of the file, since little is left after it.
test.each(api.operations.filter(({ method }) => method === "DELETE"))(
  "$name sent twice answers as documented",
  async (operation) => {
    const sound = await sample(operation);
    for (const _ of ["first", "again"]) await send(callerOf(operation), operation, sound);
  },
);

/** Sends it and judges the answer by the description. */
async function send(caller: Caller, operation: Operation, { path, query, request }: Sent): Promise<Answer> {
  const answer = await caller.call(`${operation.method} ${path}${query}`, request);
  const faults = api.answerFaults(operation, answer);
  if (faults.length > 0)
    throw new Error(
      `${operation.method} ${path}${query} ${faults.join("; ")}\n${answer.status} ${answer.text.slice(0, 1000)}`,
    );
  // A resource that its owner cannot find was deleted with another one.
  const isGone = answer.status === 404 && caller === callerOf(operation);
  if (isGone || (operation.method === "DELETE" && answer.status < 300)) forget(path);
  return answer;
}

function callerOf(operation: Operation): Caller {
  if (operation.is_public || operation.access === "client") return world.stranger;
  if (operation.access === "store") return store;
  return operation.access === "operator" ? world.operator : world.label;
}

/** The request that succeeded before, on a resource that is still there. */
async function sample(operation: Operation): Promise<Sent> {
  const path = (await findPath(operation)) ?? missingPath(operation);
  const request = operation.body ? requestOf(operation, withRealIds(operation.body.example)) : {};
  return { query: "", request, ...succeeded.get(operation.id), path };
}

/** POST first, DELETE last: what is made is seen and changed before it goes, and what stands on it goes before it. */
function inOrder(operations: readonly Operation[]): Operation[] {
  const of = (...methods: string[]) => methods.flatMap((name) => operations.filter(({ method }) => method === name));
  return [...of("POST", "GET", "PATCH"), ...of("DELETE").reverse()];
}

async function succeed(operation: Operation): Promise<void> {
  const path = await findPath(operation);
  if (path === undefined) return;
  const examples = [operation.body?.example, operation.body && fullExample(operation.body.schema, api.resolve)];
  for (const example of examples) {
    const done = await trySample(operation, path, example);
    if (done) return void succeeded.set(operation.id, done);
  }
}

async function trySample(operation: Operation, path: string, example: unknown): Promise<Sent | undefined> {
  let [body, query] = [withRealIds(example), ""];
  for (let attempt = 0; attempt < MAX_REPAIRS; attempt++) {
    const sent: Sent = { path, query, request: requestOf(operation, body) };
    const answer = await send(callerOf(operation), operation, sent);
    if (answer.status < 300) {
      remember(operation, path, answer);
      return sent;
    }
    if (answer.body.error.code === "tier_not_eligible") await raiseTier(path);
    if (answer.status === 400) query = exampleQuery(operation);
    body = repaired(body, answer);
  }
  return undefined;
}

function requestOf(operation: Operation, body: unknown): Request {
  if (body === undefined) return {};
  if (!operation.body?.type.includes("form")) return { body };
  const raw = new URLSearchParams(body as Record<string, string>).toString();
  return { raw, headers: { "content-type": operation.body.type } };
}

/** The organization of the path gets the highest tier. */
async function raiseTier(path: string): Promise<void> {
  const organization = /^\/v1\/operator\/organizations\/\w+/.exec(path)?.[0];
  if (organization) await world.operator.call(`PATCH ${organization}`, { body: { tier: "enterprise" } });
}

/** Leaves out the fields that were refused; a name that is taken gets a number. */
function repaired(body: unknown, { status, body: { error } }: Answer): unknown {
  if (typeof body !== "object" || body === null) return body;
  const refused = (error.details ?? []).map(({ field }: { field: string }) => field.split(/[.[]/, 1)[0]);
  const kept = Object.entries(body).filter(([name]) => !refused.includes(name));
  if (status !== 409 || kept.length < Object.keys(body).length) return Object.fromEntries(kept);
  const number = made.size + succeeded.size;
  const renumbered = kept.map(([name, value]) => [
    name,
    /^[a-z]+_[a-z]+$/.test(String(value)) ? `${value}_${number}` : value,
  ]);
  return Object.fromEntries(renumbered);
}

function exampleQuery(operation: Operation): string {
  const shown = operation.parameters.filter((parameter) => parameter.in === "query" && parameter.schema.examples);
  return `?${shown.map(({ name, schema }) => `${name}=${encodeURIComponent(schema.examples[0])}`).join("&")}`;
}

/** With the ids and secrets of what was made. */
function withRealIds(example: unknown): unknown {
  const ids = [...made.values()].flat();
  const real = withIds(example, (prefix) => ids.findLast((id) => id.startsWith(`${prefix}_`)));
  if (typeof real !== "object" || real === null) return real;
  for (const [name, secret] of secrets) if (name in real) (real as Record<string, unknown>)[name] = secret;
  return real;
}

function remember(operation: Operation, path: string, answer: Answer): void {
  const rows = operation.method === "GET" ? (answer.body?.data ?? []) : [answer.body];
  // A list may show what the world itself stands on, such as the caller's own key: it counts only where nothing is made.
  if (operation.method === "GET" && made.has(path)) return;
  const shown = Object.entries((answer.body ?? {}) as Record<string, unknown>);
  for (const [name, value] of shown) if (/secret/.test(name) && typeof value === "string") secrets.set(name, value);
  const ids = Array.isArray(rows) ? rows.map(idOf(operation)).filter((id) => typeof id === "string") : [];
  if (ids.length > 0) made.set(path, [...(made.get(path) ?? []), ...ids]);
  const prefix = /^[a-z]{3}_/.exec(ids[0] ?? "")?.[0];
  if (prefix && operation.method === "POST" && operation.path === path) collections.set(prefix, path);
}

/** `id`, or what the path of one member calls it: `client_id`. */
function idOf({ path }: Operation) {
  const member = api.operations.find((other) => other.path.startsWith(`${path}/{`))?.path;
  const name = /\{(\w+)\}$/.exec(member ?? "")?.[1] ?? "id";
  return (row: Record<string, unknown> | undefined) => row?.id ?? row?.[name];
}

function forget(path: string): void {
  const cut = path.lastIndexOf("/");
  const [collection, id] = [path.slice(0, cut), path.slice(cut + 1)];
  made.set(
    collection,
    (made.get(collection) ?? []).filter((other) => other !== id),
  );
}

/** Fills the path from left to right with ids of the collection before each; an empty collection gets a new member. */
async function findPath(operation: Operation): Promise<string | undefined> {
  let filled = "";
  for (const part of operation.path.slice(1).split("/")) {
    if (!part.startsWith("{")) {
      filled += `/${part}`;
      continue;
    }
    const parent = operation.path.slice(0, operation.path.indexOf(`/${part}`));
    const id = (await memberOf(filled, parent)) ?? knownId(operation, part.slice(1, -1));
    if (id === undefined) return undefined;
    filled += `/${id}`;
  }
  return filled;
}

async function memberOf(collection: string, pattern: string): Promise<string | undefined> {
  const maker = api.operations.find(({ method, path }) => method === "POST" && path === pattern);
  if (!made.get(collection)?.length && maker) {
    for (const ground of groundsOf(maker)) if (ground !== collection) await memberOf(ground, ground);
    await trySample(maker, collection, maker.body?.example);
  }
  return made.get(collection)?.at(-1);
}

/** The collections that an operation's example names members of: a track stands on a release. */
function groundsOf({ body }: Operation): string[] {
  const prefixes = [...JSON.stringify(body?.example ?? null).matchAll(/"([a-z]{3}_)[0-9a-z]{26}"/g)].map(
    ([, prefix]) => prefix,
  );
  return [...collections].filter(([prefix]) => prefixes.includes(prefix)).map(([, collection]) => collection);
}

/** One that was made elsewhere, known by its prefix. */
function knownId(operation: Operation, parameter: string): string | undefined {
  const shown = operation.parameters.find(({ name }) => name === parameter)?.schema.examples?.[0];
  const prefix = /^[a-z]{3}_/.exec(String(shown))?.[0];
  return prefix && [...made.values()].flat().findLast((id) => id.startsWith(prefix));
}

/** Well-formed ids of nothing: the description's own examples. */
function missingPath(operation: Operation): string {
  const ids = operation.parameters.filter((parameter) => parameter.in === "path");
  const named = ids.map(({ name, schema }) => [name, String(schema.examples?.[0] ?? "missing")] as const);
  return named.reduce((path, [name, id]) => path.replace(`{${name}}`, id), operation.path);
}

function fillPath(operation: Operation, id: string): string {
  return operation.path.replaceAll(/\{\w+\}/g, () => id);
}

function everyScope(): string[] {
  const lists = api.operations.map(({ body }) => api.resolve(body?.schema.properties?.scopes ?? {}).items?.enum ?? []);
  return [...new Set<string>(lists.flat())];
}

function withoutRequestId({ body }: Answer): unknown {
  return { ...body, error: { ...body.error, request_id: "" } };
}
