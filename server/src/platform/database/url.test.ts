import { afterEach, describe, expect, inject, test } from "vitest";
import { StartRefused } from "../errors.ts";
import { type Database, openDatabase } from "./db.ts";
import { databaseName, parseDatabaseUrl, readAddress, tlsModeOf } from "./url.ts";

let database: Database | undefined;
afterEach(() => database?.close());

describe("a socket's folder", () => {
  const { socket_dir, username } = inject("postgres");
  const folder = encodeURIComponent(socket_dir);

  test.each([
    `postgres://${username}@/postgres?host=${socket_dir}`,
    `postgresql://${username}@localhost/postgres?host=${folder}&port=5432&sslmode=prefer`,
    `postgres://${username}@${folder}/postgres`,
    // As with libpq, TLS is for networks.
    `postgres://${username}:secret@${folder}:5432/postgres?sslmode=require`,
  ])("%s is connected to", async (url) => {
    database = openDatabase(url, 1);
    expect(await database.db`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe("what the URL says of TLS", () => {
  const mode = (query: string) => tlsModeOf(new URL(`postgres://h/db?${query}`));

  test("is taken out of it, and what else it asks for is a setting of the session", () => {
    const { url, tls, settings } = readAddress(
      "postgres://u:p%40@h:1/db?sslmode=require&search_path=a%2Cb&channel_binding=prefer",
    );
    expect({ url, tls, settings }).toEqual({
      url: "postgres://u:p%40@h:1/db",
      tls: { mode: "require" },
      settings: { search_path: "a,b" },
    });
    expect(readAddress("postgres://h/db")).toMatchObject({ url: "postgres://h/db", tls: {}, settings: {} });
  });

  test("is checked with a certificate wherever one is named, unless the mode does not insist on TLS at all", () => {
    const modes = ["", "sslmode=require&", "ssl=true&", "sslmode=verify-full&", "sslmode=prefer&", "sslmode=disable&"];
    expect(modes.map((text) => mode(`${text}sslrootcert=/a`))).toEqual([
      "verify-ca",
      "verify-ca",
      "verify-ca",
      "verify-full",
      "prefer",
      "disable",
    ]);
  });

  test.each(["sslmode=verify", "sslmode=", "sslmode=REQUIRE", "ssl=1", "channel_binding=require"])(
    "%s stops the start",
    (query) => expect(() => mode(query)).toThrow(StartRefused),
  );

  test("a certificate that cannot be read stops the start", () => {
    const url = "postgres://u:password@h/db?sslmode=verify-full&sslrootcert=/no/such.pem";
    expect(() => openDatabase(url)).toThrow("The root certificate of the database, /no/such.pem, cannot be read.");
  });
});

describe("where it leads", () => {
  test.each([
    ["postgres://u@h/db", [{ host: "h", port: 5432 }]],
    ["postgres://u@[::1]:5433/db", [{ host: "::1", port: 5433 }]],
    [
      "postgres://u:p,%40@a:1,b,[::2]:3/db?target_session_attrs=read-write",
      [
        { host: "a", port: 1 },
        { host: "b", port: 5432 },
        { host: "::2", port: 3 },
      ],
    ],
    ["postgresql:///db?host=/run,b&port=1,2", [{ path: "/run/.s.PGSQL.1" }, { host: "b", port: 2 }]],
  ])("%s", (url, hosts) => {
    expect(readAddress(url).hosts).toEqual(hosts);
    // As the sandbox's address is made of it.
    const again = parseDatabaseUrl(url);
    expect(again && readAddress(again.href).hosts).toEqual(hosts);
    expect([databaseName(url), again?.username]).toEqual(["db", url.includes("u") && url.includes("@") ? "u" : ""]);
  });

  test("only to where can be written", () => {
    expect(() => readAddress("postgres://a,b/db?target_session_attrs=standby")).toThrow(
      'target_session_attrs must be one of any, read-write, primary, not "standby", because Segue must write.',
    );
  });
});

test("what is no URL is none", () => {
  for (const text of ["", "x", "postgres://", "postgres://u@:x/db", "postgres://u@a,:x/db"])
    expect(parseDatabaseUrl(text)?.pathname || "").toBe("");
});
