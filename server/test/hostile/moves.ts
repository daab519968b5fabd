// The moves of an attacker: each is one idea of doing harm, played with one request or a few.

import type fc from "fast-check";
import type { Operation } from "../api-description.ts";
import { type HostileRequest, hostileRequest } from "../hostile-request.ts";
import { largestBody, nastyText } from "./limits.ts";
import { ask, fillPath, idKind, operationAt, pickOperation, real, someQuery, soundBody } from "./requests.ts";
import type { Stage } from "./stage.ts";

export type Move = { name: string; weight: number; play(stage: Stage): Promise<unknown> };

export const moves: readonly Move[] = [
  { name: "wrong in many ways", weight: 44, play: sendHostile },
  { name: "right", weight: 16, play: sendSound },
  { name: "at the limits", weight: 1, play: sendLargest },
  { name: "ids of another organization", weight: 6, play: sendForeign },
  { name: "one idempotency key for several", weight: 5, play: repeatKey },
  { name: "cursors", weight: 7, play: tamperCursor },
  { name: "odd methods, headers and queries", weight: 8, play: sendOdd },
  { name: "broken off", weight: 4, play: breakOff },
];

const LONG_QUERY = 14_000;

const arbitraries = new WeakMap<Operation, fc.Arbitrary<HostileRequest>>();

function sampleHostile({ chance, api }: Stage, operation: Operation): HostileRequest {
  const arbitrary = arbitraries.get(operation) ?? hostileRequest(operation, api.resolve);
  arbitraries.set(operation, arbitrary);
  return chance.sample(arbitrary);
}

function sendHostile(stage: Stage) {
  const operation = pickOperation(stage);
  const { id, query, request } = sampleHostile(stage, operation);
  const path = fillPath(stage, operation, id) + query;
  const body = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(real(stage, request.body)));
  return stage.send(ask(stage, operation, { path, body, headers: request.headers }));
}

/** Mostly a success: what others then read, list and change. */
function sendSound(stage: Stage) {
  const operation = pickOperation(stage);
  return stage.send(
    ask(stage, operation, {
      path: fillPath(stage, operation) + someQuery(stage, operation),
      body: soundBody(stage, operation),
    }),
  );
}

async function sendLargest(stage: Stage) {
  const { chance, api, me } = stage;
  const operation = pickOperation(stage, ({ body }) => body?.type === "application/json");
  const path = fillPath(stage, operation);
  const body = largestBody(chance, operation, { resolve: api.resolve, fill: (value) => real(stage, value) });
  const made = await stage.send(ask(stage, operation, { path, body, is_heavy: true }));
  const id = made?.status === 201 ? /"id":"((?:rel|trk)_\w+)"/.exec(made.text)?.[1] : undefined;
  if (!id || me.kind !== "organization") return;
  // Large resources are read in every way; most are deleted again, so that a full disk does not end a long campaign.
  const collection = id.startsWith("rel") ? "/v1/releases" : "/v1/tracks";
  for (const look of [
    `${collection}/${id}`,
    `${collection}?limit=100`,
    ...(id.startsWith("rel") ? [`${collection}/${id}/preflight`] : []),
  ])
    await stage.send(ask(stage, operationAt(stage, "GET", look), { path: look, is_heavy: true }));
  if (chance.happens(0.8))
    await stage.send(ask(stage, operationAt(stage, "DELETE", `${collection}/${id}`), { path: `${collection}/${id}` }));
}

/** Another's id is the same 404 as a missing one, and never a success. */
async function sendForeign(stage: Stage) {
  const { chance, others, me } = stage;
  const owner = chance.pick(others);
  if (!owner || me.kind !== "organization") return sendSound(stage);
  const isOwned = ({ path }: Operation) => path.includes("{") && !path.startsWith("/v1/stores/") && !/token/.test(path);
  const operation = pickOperation(stage, (one) => one.access === "scope" && (isOwned(one) || one.body !== undefined));
  const asOwner = { ...stage, me: owner };
  const path = fillPath(asOwner, operation);
  const reply = await stage.send(ask(stage, operation, { path, body: soundBody(asOwner, operation) }));
  const names = operation.parameters.filter(
    (parameter) => parameter.in === "path" && idKind(operation, parameter.name) in Object.fromEntries(owner.known),
  );
  if (reply && reply.status < 300 && isOwned(operation) && names.length > 0)
    stage.complain(`foreign id works ${operation.name}`, `${reply.status} ${reply.text.slice(0, 300)}`, {
      sent: {
        method: operation.method,
        path,
      },
    });
}

/** Several at once with one key and one body: at most one happens, and all successes are the same bytes. Then another body. */
async function repeatKey(stage: Stage) {
  const { chance } = stage;
  const operation = pickOperation(
    stage,
    ({ body, method, access }) => body?.type === "application/json" && method !== "PUT" && access !== "public",
  );
  const key = chance.uuid();
  const headers = { "idempotency-key": chance.happens(0.5) ? key : key.toUpperCase() };
  const asked = ask(stage, operation, { path: fillPath(stage, operation), body: soundBody(stage, operation), headers });
  const reply = await Promise.all(
    Array.from({ length: 2 + chance.below(4) }, () =>
      stage.send({ ...asked, ...(chance.happens(0.1) && { cut: "answer" as const }) }),
    ),
  );
  const successes = reply.filter((one) => one !== undefined && one.status < 300);
  const texts = new Set(successes.map((one) => withoutSecrets(one?.text ?? "")));
  if (texts.size > 1)
    stage.complain(`one key, several answers ${operation.name}`, [...texts].join("\n").slice(0, 1_000), {
      sent: asked,
    });
  const other = await stage.send({ ...asked, headers, body: `${String(asked.body)} ` });
  if (successes.length > 0 && other && ![409, 422, 429].includes(other.status))
    stage.complain(`key reused ${operation.name}`, `${other.status} ${other.text.slice(0, 300)}`, { sent: asked });
  await stage.send({
    ...asked,
    headers: { "idempotency-key": chance.pick(["", key.slice(1), `${key}, ${key}`, `{${key}}`, "x".repeat(5_000)]) },
  });
}

/** Shown once, null in a replay. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/"(key|secret|client_secret|method|last4)":(null|"[^"]*")/g, '"$1":null');
}

/** Follows a real cursor, or one that was changed, another organization's, or another list's: 400, never a page. */
async function tamperCursor(stage: Stage) {
  const { chance, me, others } = stage;
  const own = chance.pick(me.cursors);
  if (!own) {
    const list = pickOperation(
      stage,
      ({ method, parameters }) => method === "GET" && parameters.some(({ name }) => name === "cursor"),
    );
    return stage.send(ask(stage, list, { path: `${fillPath(stage, list)}?limit=${chance.pick([1, 2, 100])}` }));
  }
  const [list = "", query = ""] = own.path.split("?");
  const withCursor = (cursor: string, path = list) => {
    const kept = query.split("&").filter((pair) => pair && !pair.startsWith("cursor="));
    return `${path}?${[...kept, `cursor=${encodeURIComponent(cursor)}`].join("&")}`;
  };
  const foreign = chance.pick(others)?.cursors.at(-1)?.cursor;
  const at = chance.below(own.cursor.length);
  const broken = [
    own.cursor.slice(0, at),
    `${own.cursor.slice(0, at)}${own.cursor[at] === "A" ? "B" : "A"}${own.cursor.slice(at + 1)}`,
    own.cursor + own.cursor,
    "x".repeat(5_000),
    ...(foreign && me.kind === "organization" ? [foreign] : []),
  ];
  const isTrue = chance.happens(0.4);
  const path = withCursor(isTrue ? own.cursor : chance.pick(broken));
  const reply = await stage.send(ask(stage, operationAt(stage, "GET", list), { path }));
  if (!isTrue && reply && reply.status < 300 && !path.endsWith(encodeURIComponent(own.cursor)))
    stage.complain("a tampered cursor works", `${reply.status} ${reply.text.slice(0, 300)}`, {
      sent: { method: "GET", path },
    });
}

const oddHeaders: readonly Record<string, string>[] = [
  { "content-type": "application/xml" },
  { "content-type": "application/json; charset=utf-7" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-encoding": "gzip" },
  { accept: "text/csv" },
  { "x-http-method-override": "DELETE" },
  { "x-forwarded-for": "999.1.1.1, ::1, <script>" },
  { "x-request-id": "req_mine" },
  { origin: "https://evil.example", "access-control-request-method": "DELETE" },
  { range: "bytes=0-0,5-,-1" },
  { "if-none-match": "*" },
  { cookie: "a=".repeat(3_000) },
  { "x-long": "y".repeat(12_000) },
  { authorization: "Bearer sk_live_nobody" },
  { authorization: `Bearer ${"x".repeat(600)}` },
  { authorization: "Basic !!!" },
];

function sendOdd(stage: Stage) {
  const { chance } = stage;
  const operation = pickOperation(stage);
  const path = fillPath(stage, operation);
  const long = `${path}?${chance.pick(["q", "limit", "cursor", "unknown"])}=${encodeURIComponent(nastyText(chance, 400)).padEnd(chance.below(LONG_QUERY), "a")}`;
  const method = chance.pick([
    "HEAD",
    "OPTIONS",
    "PUT",
    "DELETE",
    "PATCH",
    "TRACE",
    "PROPFIND",
    "QUERY",
    operation.method,
    operation.method,
  ]);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-header-${index}`, "v"]));
  const hasBody = !["HEAD", "OPTIONS", "TRACE"].includes(method) && chance.happens(0.5);
  return stage.send({
    method,
    path: chance.happens(0.4) ? long : path,
    headers: chance.happens(0.05) ? many : chance.pick(oddHeaders),
    ...(hasBody && { body: soundBody(stage, operation) ?? "{}" }),
  });
}

/** The client goes away in the middle of its body, or before it has read the answer. */
function breakOff(stage: Stage) {
  const { chance, api } = stage;
  const operation = pickOperation(stage, ({ body, method }) =>
    chance.happens(0.5) ? body?.type === "application/json" : method === "GET",
  );
  const body =
    operation.body &&
    (chance.happens(0.05)
      ? largestBody(chance, operation, { resolve: api.resolve, fill: (value) => value })
      : soundBody(stage, operation));
  return stage.send(
    ask(stage, operation, {
      path: fillPath(stage, operation),
      body,
      cut: body && chance.happens(0.5) ? "body" : "answer",
    }),
  );
}
