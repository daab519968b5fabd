import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig, type Setting, settings } from "./config.ts";

describe("the table of settings", () => {
  const rows = Object.entries<Setting>(settings);

  test("is the README's", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const expected = rows.map(([name, { fallback, shown, meaning }]) => {
      return `| \`${name}\` | ${fallback === undefined ? shown : `\`${fallback}\``} | ${meaning} |`;
    });
    expect(readme.split("\n").filter((line) => /^\| `[A-Z_]+` \|/.test(line))).toEqual(expected);
  });

  test("names every variable that is read, and no other", () => {
    const asked = new Set<string>();
    const spy = new Proxy({}, { get: (_, name) => void asked.add(String(name)) });
    readConfig(spy);
    expect([...asked].sort()).toEqual(rows.map(([name]) => name).sort());
  });

  test("says the default, or what stands for it", () => {
    for (const [, { fallback, shown }] of rows) expect((fallback ?? shown ?? "").length).toBeGreaterThan(0);
  });
});

test("defaults, and an empty variable is as none", () => {
  for (const variables of [{}, { SEGUE_PORT: "", SEGUE_ROLE: " ", SEGUE_HOST: "" }])
    expect(readConfig(variables)).toMatchObject({
      host: "127.0.0.1",
      listeners: { production: { port: 8080 }, sandbox: { port: 8081 } },
      database_urls: undefined,
      role: "all",
      log_level: "info",
    });
});

test.each([
  [{ SEGUE_PORT: "65536" }, "SEGUE_PORT"],
  [{ SEGUE_SANDBOX_PORT: "8080" }, "must differ"],
  [{ SEGUE_PUBLIC_URL: "ftp://x" }, "SEGUE_PUBLIC_URL"],
  [{ SEGUE_TRUSTED_PROXIES: "everyone" }, "SEGUE_TRUSTED_PROXIES"],
  [{ SANDBOX_DATABASE_URL: "postgres://x/y" }, "DATABASE_URL is not"],
  [{ SEGUE_OPERATOR_KEY: "short" }, "SEGUE_OPERATOR_KEY"],
  [{ SEGUE_ROLE: "boss" }, "all, api, worker"],
  [{ SEGUE_LOG_LEVEL: "loud" }, "SEGUE_LOG_LEVEL"],
])("%j is refused in words", (variables, words) => {
  expect(() => readConfig(variables as Record<string, string>)).toThrow(ConfigError);
  expect(() => readConfig(variables as Record<string, string>)).toThrow(words);
});
