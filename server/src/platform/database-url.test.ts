import { afterEach, describe, expect, inject, test } from "vitest";
import { parseDatabaseUrl, readAddress, tlsModeOf } from "./database-url.ts";
import { type Database, openDatabase } from "./db.ts";
import { StartRefused } from "./errors.ts";

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

  test("is taken out of it, and the rest stays", () => {
    const { url, tls } = readAddress(
      "postgres://u:p%40@h:1/db?sslmode=require&search_path=a%2Cb&channel_binding=prefer",
    );
    expect({ url, tls }).toEqual({ url: "postgres://u:p%40@h:1/db?search_path=a%2Cb", tls: { mode: "require" } });
    expect(readAddress("postgres://h/db")).toEqual({ url: "postgres://h/db", parts: {}, tls: {} });
  });

  test("is checked with a certificate wherever one is named, unless the mode does not insist on TLS at all", () => {
    const modes = ["", "sslmode=require&", "ssl=true&", "sslmode=verify-full&", "sslmode=prefer&", "sslmode=disable&"];
    expect(modes.map((text) => mode(`${text}sslrootcert=/a`))).toEqual([
      ...["verify-ca", "verify-ca", "verify-ca", "verify-full", "prefer", "disable"],
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

test("what is no URL is none", () => {
  for (const text of ["", "x", "postgres://", "postgres://u@:x/db"])
    expect(parseDatabaseUrl(text)?.pathname || "").toBe("");
});
