// Connections as no client of good will uses them: each is answered or closed, and the service goes on.

import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sendRaw } from "../../../test/raw-http.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.label.call("GET /v1/organization")).status).toBe(200);
  expect(world.log_lines.filter((line) => /"status":5|A request failed/.test(line))).toEqual([]);
});

const request = (line: string, ...headers: string[]) =>
  [line, "Host: segue", `Authorization: Bearer ${world.label.key}`, ...headers, "", ""].join("\r\n");
const last = "Connection: close";
const json = "Content-Type: application/json";

test("200 requests in one write are answered in their order", async () => {
  const paths = Array.from({ length: 200 }, (_, index) => (index % 2 ? "/v1/organization" : "/v1/nothing"));
  const sent = paths.map((path, index) => request(`GET ${path} HTTP/1.1`, ...(index === 199 ? [last] : [])));
  const answers = await sendRaw(world.url, sent.join(""));
  expect(answers.map(({ status }) => status)).toEqual(paths.map((path) => (path === "/v1/nothing" ? 404 : 200)));
});

test("a client that closes its side after the request is answered", async () => {
  const [answer] = await sendRaw(world.url, request("GET /v1/organization HTTP/1.1"), { end: true });
  expect(answer?.status).toBe(200);
});

test("10,000 header lines are 400, however small", async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1`);
  const [answer] = await sendRaw(world.url, request("GET /v1/organization HTTP/1.1", ...lines, last));
  expect(answer).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
});

const chunks: [what: string, body: string, status: number][] = [
  ["of one byte each", `${[..."{}"].map((letter) => `1\r\n${letter}\r\n`).join("")}0\r\n\r\n`, 422],
  ["with extensions and trailers", "2;a=b\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n", 422],
  ["with an extension without end", `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, 400],
  ["with a length that is no number", "zz\r\n{}\r\n0\r\n\r\n", 400],
  ["with a negative length", "-2\r\n{}\r\n0\r\n\r\n", 400],
  ["with a length beyond all bounds", "fffffffffffffffff\r\n{}\r\n0\r\n\r\n", 400],
  ["longer than they say", "1\r\n{}\r\n0\r\n\r\n", 400],
];
test.each(chunks)("chunks %s", async (_what, body, status) => {
  const head = request("POST /v1/releases HTTP/1.1", json, "Transfer-Encoding: chunked", last);
  const answers = await sendRaw(world.url, head + body);
  expect(answers.map(({ status }) => status)).toEqual([status]);
});

test("another request hidden behind a body is never taken for one of its own", async () => {
  const hidden = request("GET /v1/organization HTTP/1.1", last);
  const both = ["Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity", "Transfer-Encoding: xchunked"];
  for (const header of both) {
    const answers = await sendRaw(world.url, request("POST /v1/releases HTTP/1.1", json, header, last) + hidden);
    expect(
      answers.filter(({ status }) => status === 200),
      header,
    ).toEqual([]);
  }
});

test("200 connections that say nothing keep nobody waiting", async () => {
  const { hostname, port } = new URL(world.url);
  const sockets = Array.from({ length: 200 }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
  expect((await world.rival.call("GET /v1/organization")).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
