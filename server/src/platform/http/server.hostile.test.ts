// Bodies that no client of good will sends: each gets a clean 4xx with the error object, and the service goes on.

import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sendRaw } from "../../../test/raw-http.ts";
import { type Answer, createWorld, type Request, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

// After every attack the next request is answered, and no failure was ours.
afterEach(async () => {
  expect((await world.label.call("GET /v1/organization")).status).toBe(200);
  expect(world.log_lines.filter((line) => /"status":5|A request failed/.test(line))).toEqual([]);
});

const draft = { title: "Midnight in Paris", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };
const post = (request: Request) => world.label.call("POST /v1/releases", request);
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part)))),
  );

function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer, answer.text.slice(0, 500)).toMatchObject({ status, body: { error: { code } } });
  expect(answer.body.error.request_id).toBe(answer.headers.get("x-request-id"));
  expect(answer.headers.get("ratelimit-limit")).toBe("6000");
}

describe("a body that is not JSON is 400 invalid_request", () => {
  const MIB = 1_048_576;
  const bodies: [what: string, body: string | Uint8Array<ArrayBuffer>][] = [
    ["truncated", '{"title": "Midnight'],
    ["not quoted", "{title: 1}"],
    ["a form", "title=Midnight"],
    ["followed by more", '{"title": "a"} {"title": "b"}'],
    ["with a byte order mark", "\ufeff{}"],
    ["invalid UTF-8", bytes('{"title": "', [0xff, 0xfe], '"}')],
    ["a surrogate in UTF-8", bytes('{"title": "', [0xed, 0xa0, 0x80], '"}')],
    ["UTF-16", new Uint8Array(Buffer.from('{"title": "a"}', "utf16le"))],
    ["only spaces", "    "],
    ["NUL bytes", "\0\0\0"],
    ["nested 100,000 deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["nested 100,000 deep in a field", `{"artists": ${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`],
    ["opened 500,000 times and never closed", "[".repeat(500_000)],
    ["of more values than anybody needs", `{"territories": [${"1,".repeat(500_000)}1]}`],
    ["of a million bytes of digits", "1".repeat(MIB)],
  ];
  test.each(bodies)("%s", async (what, raw) => {
    const answer = await post({ raw });
    const isNumber = what === "of a million bytes of digits";
    expectRefusal(answer, isNumber ? 422 : 400, isNumber ? "validation_failed" : "invalid_request");
  });

  test("200,000 unknown names are refused before they are looked at one by one", async () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `"${index.toString(36)}":1`);
    const raw = `{${names
      .join(",")
      .slice(0, MIB - 10)
      .replace(/,[^,]*$/, "")}}`;
    const answer = await post({ raw });
    expectRefusal(answer, 400, "invalid_request");
    expect(answer.body.error.message).toBe("The body has more than 10000 values.");
  });
});

describe("a body that is JSON but no object", () => {
  test.each(["[]", "[{}]", '"text"', "7", "true", "null", "1e999"])("%s is 422 validation_failed", async (raw) => {
    const answer = await post({ raw });
    expectRefusal(answer, 422, "validation_failed");
    expect(answer.body.error.details).toEqual([{ field: "", issue: "must be an object" }]);
    expect(answer.body.error.message).toBe("The body must be an object.");
  });

  test("no body at all names every missing field", async () => {
    for (const headers of [{}, { "content-type": "application/json" }, { "content-type": "text/plain" }]) {
      const answer = await post({ headers });
      expectRefusal(answer, 422, "missing_required_field");
      expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
        "title",
        "artists",
        "release_date",
      ]);
    }
  });
});

describe("a type that the route does not take is 415 unsupported_media_type", () => {
  const json = JSON.stringify(draft);
  const types = [
    "text/plain",
    "text/json",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "application/xml",
    "application/octet-stream",
    "application/jsonp",
    "application/json-patch+json",
    "nonsense",
    "application/json; charset=utf-16",
    "application/json; charset=iso-8859-1",
    "application/json;charset=latin1",
  ];
  test.each(types)("%s", async (type) => {
    expectRefusal(await post({ raw: json, headers: { "content-type": type } }), 415, "unsupported_media_type");
  });

  test("none", async () => {
    const head = ["POST /v1/releases HTTP/1.1", "Host: segue", "Connection: close"];
    const sent = [...head, `Authorization: Bearer ${world.label.key}`, `Content-Length: ${json.length}`, "", json];
    const [answer] = await sendRaw(world.url, sent.join("\r\n"));
    expect(answer).toMatchObject({ status: 415, body: { error: { code: "unsupported_media_type" } } });
  });

  test.each(["gzip", "br", "deflate", "gzip, identity", "x"])("Content-Encoding: %s", async (encoding) => {
    const raw = new Uint8Array(gzipSync(json));
    expectRefusal(await post({ raw, headers: { "content-encoding": encoding } }), 415, "unsupported_media_type");
  });

  const taken = ["application/json", "application/json; charset=utf-8", 'Application/JSON; Charset="UTF-8"'];
  test.each([...taken, "application/json ; foo=bar"])("but %s is taken", async (type) => {
    expect((await post({ raw: json, headers: { "content-type": type } })).status).toBe(201);
  });
});

describe("a body beyond its limit is 413 payload_too_large", () => {
  const limit = 1_048_576;
  const sized = (length: number) => {
    const frame = JSON.stringify({ ...draft, p_line: "" }).length;
    return JSON.stringify({ ...draft, p_line: "x".repeat(length - frame) });
  };

  test("1 MiB is read, one byte more is not", async () => {
    expectRefusal(await post({ raw: sized(limit) }), 422, "validation_failed");
    expectRefusal(await post({ raw: sized(limit + 1) }), 413, "payload_too_large");
  });

  test("also in chunks", async () => {
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const head = ["POST /v1/releases HTTP/1.1", "Host: segue", "Connection: close", "Content-Type: application/json"];
    const lines = [...head, `Authorization: Bearer ${world.label.key}`, "Transfer-Encoding: chunked", "", ""];
    const [answer] = await sendRaw(world.url, [lines.join("\r\n"), ...Array<string>(17).fill(chunk), "0\r\n\r\n"]);
    expect(answer).toMatchObject({ status: 413, body: { error: { code: "payload_too_large" } } });
  });

  test("also when it is only announced", async () => {
    const head = ["POST /v1/releases HTTP/1.1", "Host: segue", "Connection: close", "Content-Type: application/json"];
    const lines = [...head, `Authorization: Bearer ${world.label.key}`, "Content-Length: 999999999999", "", "{"];
    const [answer] = await sendRaw(world.url, lines.join("\r\n"), { end: true });
    expect(answer).toMatchObject({ status: 413, body: { error: { code: "payload_too_large" } } });
  });
});

describe("a body that does not arrive as it was announced", () => {
  const head = (length: number) =>
    [
      "POST /v1/releases HTTP/1.1",
      "Host: segue",
      "Connection: close",
      "Content-Type: application/json",
      `Authorization: Bearer ${world.label.key}`,
      `Content-Length: ${length}`,
      "",
      "",
    ].join("\r\n");

  test("shorter than Content-Length: 400, once the client has closed its side", async () => {
    const [answer] = await sendRaw(world.url, `${head(500)}{"title":`, { end: true });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
  });

  test("broken off: no fault of ours, and none is logged", async () => {
    const failure = sendRaw(world.url, [`${head(500)}{"title":`], { end: true });
    await failure.catch(() => undefined);
    // afterEach looks for it in the log.
    expect(world.log_lines.join("")).not.toContain("service_unavailable");
  });

  test("byte by byte: read to its end, while others are answered", async () => {
    const body = JSON.stringify(draft);
    const slow = sendRaw(world.url, [head(body.length), ...body]);
    const others = await Promise.all(Array.from({ length: 5 }, () => world.label.call("GET /v1/organization")));
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await slow)[0]?.status).toBe(201);
  });
});

describe("text that cannot be kept", () => {
  const bad: [what: string, raw: string, field: string][] = [
    ["NUL in a string", JSON.stringify({ ...draft, title: "a\0b" }), "title"],
    ["half a surrogate pair in a string", JSON.stringify({ ...draft, title: "a\ud800b" }), "title"],
    ["the other half", JSON.stringify({ ...draft, title: "\udc00" }), "title"],
    ["NUL deep inside", JSON.stringify({ ...draft, artists: [{ name: "a\0", role: "main" }] }), "artists[0].name"],
  ];
  test.each(bad)("%s is 422 validation_failed at its field", async (_what, raw, field) => {
    const answer = await post({ raw });
    expectRefusal(answer, 422, "validation_failed");
    expect(answer.body.error.details).toContainEqual({ field, issue: expect.stringContaining("NUL") });
  });

  test.each(["\0", "\ud800"])("in a name that has a form of its own: %j", async (letter) => {
    const artists = [{ ...draft.artists[0], store_artist_ids: { [`store${letter}`]: "ar-1" } }];
    expectRefusal(await post({ body: { ...draft, artists } }), 422, "unknown_field");
  });

  test.each(["\0", "\ud800", "a\0b"])("in a name that is not known: %j", async (name) => {
    expectRefusal(await post({ body: { ...draft, [name]: 1 } }), 422, "unknown_field");
  });

  test("an entry that is no object, where a rule compares entries", async () => {
    for (const entry of [null, [], "a", 1]) {
      const answer = await world.operator.call("PATCH /v1/operator/sales-reports/rep_1", { body: { rates: [entry] } });
      expectRefusal(answer, 422, "validation_failed");
      expect(answer.body.error.details[0].field).toBe("rates[0]");
    }
  });

  test("NUL in the query is 400, in a path it is nothing's id", async () => {
    expectRefusal(await world.label.call("GET /v1/releases?cursor=%00"), 400, "invalid_cursor");
    expectRefusal(await world.label.call("GET /v1/releases?q=a%00b"), 400, "invalid_request");
    expectRefusal(await world.label.call("GET /v1/releases?a%00=b"), 400, "invalid_request");
    expectRefusal(await world.label.call("GET /v1/releases/a%00b"), 404, "not_found");
    expectRefusal(await world.label.call("PATCH /v1/releases/a%00b", { body: {} }), 404, "not_found");
    expectRefusal(await world.label.call("DELETE /v1/releases/a%00b"), 404, "not_found");
  });

  test("all other letters come back as they were sent", async () => {
    const title = "\u2028 Ünïcödé 音楽 🎵 \\ \" ' ; drop table releases; --";
    const made = await post({ body: { ...draft, title } });
    expect(made.body.title).toBe(title);
  });
});

describe("names that JavaScript knows", () => {
  const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
  test.each(names)("%s is an unknown field", async (name) => {
    for (const value of ['{"polluted": true}', "1", "null"]) {
      const answer = await post({ raw: `${JSON.stringify(draft).slice(0, -1)}, "${name}": ${value}}` });
      expectRefusal(answer, 422, "unknown_field");
      expect(answer.body.error.details[0].field).toBe(name);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each(names)("%s is an unknown query parameter", async (name) => {
    expectRefusal(await world.label.call(`GET /v1/releases?${name}=1`), 400, "invalid_request");
    expectRefusal(await world.label.call(`GET /v1/releases?${name}=1&${name}=2`), 400, "invalid_request");
  });

  test("do not stand in for a missing field", async () => {
    const answer = await post({ raw: '{"__proto__": {"title": "a", "release_date": "2027-03-01"}}' });
    expectRefusal(answer, 422, "missing_required_field");
  });
});
