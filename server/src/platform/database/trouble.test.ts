import { expect, test } from "vitest";
import { StartRefused } from "../errors.ts";
import { databaseAdvice, databaseTrouble } from "./trouble.ts";

const failure = (code: string, fields: object = {}) =>
  Object.assign(new Error(`write ${code} undefined:undefined`), { code, ...fields });

test.each([
  ["CONNECT_TIMEOUT", {}, "the server did not answer in time (CONNECT_TIMEOUT)"],
  ["CONNECTION_DESTROYED", {}, "the connection was lost before an answer came (CONNECTION_DESTROYED)"],
  ["ENOTFOUND", { hostname: "nosuch.invalid" }, "there is no host with the name nosuch.invalid (ENOTFOUND)"],
  ["ECONNREFUSED", { address: "127.0.0.1", port: 5432 }, "nothing takes connections at 127.0.0.1:5432 (ECONNREFUSED)"],
  ["ECONNREFUSED", { address: "::1", port: 5432 }, "nothing takes connections at [::1]:5432 (ECONNREFUSED)"],
  ["ECONNREFUSED", {}, "nothing takes connections at that address (ECONNREFUSED)"],
  ["3D000", { message: 'database "a" does not exist' }, 'database "a" does not exist (3D000)'],
] as const)("%s is a plain clause with the code in brackets", (code, fields, words) => {
  expect(databaseTrouble(failure(code, fields))).toBe(words);
});

test.each([
  ["ECONNREFUSED", "Look whether PostgreSQL runs, and whether SANDBOX_DATABASE_URL names it."],
  ["28P01", "Correct user and password in SANDBOX_DATABASE_URL."],
  ["28000", "Correct user and password in SANDBOX_DATABASE_URL."],
  ["3D000", "Create the database, or name another in SANDBOX_DATABASE_URL."],
  ["53300", "Raise max_connections of PostgreSQL, or run fewer processes."],
])("%s has its own advice, which names the variable", (code, advice) => {
  expect(databaseAdvice(failure(code), "SANDBOX_DATABASE_URL")).toBe(advice);
});

test("our own refusals say already what to change, and an embedded database has no variable", () => {
  expect(databaseAdvice(new StartRefused("Set it."), "DATABASE_URL")).toBe("Change this, and start the service again.");
  expect(databaseAdvice(failure("ECONNREFUSED"), undefined)).toContain("log of the service");
});
