import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { StartRefused } from "./platform/errors.ts";
import { environments, otherPrefix, type Setting, settings } from "./settings.ts";

const sentence = (variables: Record<string, string>): string => {
  try {
    readConfig(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toBeInstanceOf(StartRefused);
    return (error as Error).message;
  }
  throw new Error("This was taken.");
};

test("without any variable there are defaults for all", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    listeners: { production: { port: 8080, public_url: undefined }, sandbox: { port: 8081, public_url: undefined } },
    trusted_proxies: [],
    data_dir: `${process.cwd()}/data`,
    database_urls: undefined,
    log_level: "info",
    secret: undefined,
    operator_key: undefined,
    webhooks: {
      production: { allow: [], retry_s: [30, 300, 1_800, 7_200, 28_800] },
      sandbox: { retry_s: [1, 2, 4, 8, 16] },
    },
  });
});

test("an empty variable is one that is not set", () => {
  const names = ["SEGUE_PORT", "SEGUE_HOST", "SEGUE_PUBLIC_URL", "SEGUE_SECRET", "DATABASE_URL", "SEGUE_LOG_LEVEL"];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, " "])))).toEqual(readConfig({}));
});

describe("SEGUE_STORAGE", () => {
  const storage = (variables: Record<string, string>) => readConfig({ SEGUE_DATA_DIR: "/data", ...variables }).storage;

  test("is a folder, in the data folder unless it says where", () => {
    expect(storage({})).toEqual({ kind: "folder", path: "/data/files" });
    expect(storage({ SEGUE_STORAGE: "file:" })).toEqual({ kind: "folder", path: "/data/files" });
    expect(storage({ SEGUE_STORAGE: "file:/srv/segue" })).toEqual({ kind: "folder", path: "/srv/segue" });
    expect(storage({ SEGUE_STORAGE: "file:///srv/segue" })).toEqual({ kind: "folder", path: "/srv/segue" });
  });

  test("or a bucket, at AWS or wherever AWS_ENDPOINT_URL_S3 says", () => {
    const bucket = { kind: "s3", bucket: "music", prefix: "a/b", endpoint: undefined, region: undefined };
    expect(storage({ SEGUE_STORAGE: "s3://music/a/b/" })).toEqual(bucket);
    expect(storage({ SEGUE_STORAGE: "s3://music" })).toEqual({ ...bucket, prefix: "" });
    const elsewhere = {
      AWS_ENDPOINT_URL: "http://other",
      AWS_ENDPOINT_URL_S3: "http://minio:9000",
      AWS_REGION: "eu-north-1",
    };
    expect(storage({ SEGUE_STORAGE: "s3://music/a/b", ...elsewhere })).toEqual({
      ...bucket,
      endpoint: "http://minio:9000",
      region: "eu-north-1",
    });
  });
});

describe("several processes", () => {
  test.each(["api", "worker"])("do not start as %s without a storage that they share", (role) => {
    for (const SEGUE_STORAGE of ["", " ", "file:"]) {
      const line = sentence({ SEGUE_ROLE: role, SEGUE_STORAGE });
      expect(line).toMatch(/SEGUE_ROLE.+SEGUE_STORAGE.+s3:\/\/.+file:\//);
      expect(line).not.toContain("\n");
    }
    for (const SEGUE_STORAGE of ["file:/mnt/shared", "s3://music"])
      expect(readConfig({ SEGUE_ROLE: role, SEGUE_STORAGE }).role).toBe(role);
  });
});

describe("a wrong value stops the start with one clear line that names its variable", () => {
  const wrong: [name: string, value: string][] = [
    ...["x", "-1", "65536", "80.5", "0x50", "8080 8081"].flatMap((port): [string, string][] => [
      ["SEGUE_PORT", port],
      ["SEGUE_SANDBOX_PORT", port],
    ]),
    ...["example.com", "ftp://example.com", "//example.com", "http://"].flatMap((url): [string, string][] => [
      ["SEGUE_PUBLIC_URL", url],
      ["SEGUE_SANDBOX_PUBLIC_URL", url],
    ]),
    ...["10.0.0.0/33", "example.com", "10.0.0", "::1/129", "10.0.0.1,x"].map((block): [string, string] => [
      "SEGUE_TRUSTED_PROXIES",
      block,
    ]),
    ...["localhost", "mysql://h/db", "postgres://host", "postgres://host/"].map((url): [string, string] => [
      "DATABASE_URL",
      url,
    ]),
    ...["short", "A".repeat(42), "A".repeat(45), `${"A".repeat(42)}!=`].map((secret): [string, string] => [
      "SEGUE_SECRET",
      secret,
    ]),
    ...["short", "has a space in the middle of it", "x".repeat(513), "ünicode-is-not-printable-ascii"].map(
      (key): [string, string] => ["SEGUE_OPERATOR_KEY", key],
    ),
    ...[
      "30s,5m,30m,2h",
      "1s,2s,4s,8s,16s,32s",
      "1,2,4,8,16",
      "0s,1s,1s,1s,1s",
      "1s,1s,1s,1s,169h",
      "1d,1s,1s,1s,1s",
    ].flatMap((pauses): [string, string][] => [
      ["SEGUE_WEBHOOK_RETRIES", pauses],
      ["SEGUE_SANDBOX_WEBHOOK_RETRIES", pauses],
    ]),
    ...["localhost", "10.0.0.0/33", "all", "10.0.0.1 10.0.0.2"].flatMap((blocks): [string, string][] => [
      ["SEGUE_WEBHOOK_ALLOW", blocks],
      ["SEGUE_SANDBOX_WEBHOOK_ALLOW", blocks],
    ]),
    ["SEGUE_LOG_LEVEL", "loud"],
    ...["localhost:4318", "http://user:word@localhost:4318", "http://localhost/?key=x"].map((url): [string, string] => [
      "SEGUE_TRACES",
      url,
    ]),
    ...["2", "-1", "half", "1e-3"].map((share): [string, string] => ["SEGUE_TRACES_SHARE", share]),
    ["SEGUE_ROLE", "boss"],
    ["SEGUE_DDEX_PARTY_ID", "PADPIDA2013020802I"],
    ["SEGUE_DDEX_PARTY_NAME", "Nightjar Distribution"],
    ["SEGUE_DDEX_SCHEMAS", "/nowhere/at/all"],
    ["REDIS_URL", "http://redis"],
    ...["/srv/files", "file:files", "ftp://x", "s3://", "s3://A bucket", "s3:/bucket"].map(
      (storage): [string, string] => ["SEGUE_STORAGE", storage],
    ),
  ];
  test.each(wrong)("%s=%s", (name, value) => {
    const line = sentence({ [name]: value });
    expect(line).toContain(name);
    expect(line).not.toContain("\n");
    if (/SECRET|KEY|DATABASE/.test(name)) expect(line).not.toContain(value);
  });

  test("a DDEX party that is none, and who the service is with and without one", () => {
    const name = { SEGUE_DDEX_PARTY_NAME: "Nightjar Distribution" };
    expect(sentence({ ...name, SEGUE_DDEX_PARTY_ID: "PADPIDA1" })).toContain("PADPIDA2013020802I");
    const unset = readConfig({}).ern;
    expect([unset.production.sender, unset.sandbox.sender?.party_name]).toEqual([null, "Segue Sandbox"]);
    const { production, sandbox } = readConfig({ ...name, SEGUE_DDEX_PARTY_ID: "PADPIDA2013020802I" }).ern;
    expect([production.sender?.party_id, sandbox.sender?.party_id]).toEqual([
      "PADPIDA2013020802I",
      "PADPIDA2013020802I",
    ]);
    expect([production.control_type, sandbox.control_type]).toEqual(["LiveMessage", "TestMessage"]);
  });

  test("two environments on one port, or on one database", () => {
    expect(sentence({ SEGUE_PORT: "9000", SEGUE_SANDBOX_PORT: "9000" })).toMatch(/SEGUE_PORT.+SEGUE_SANDBOX_PORT/);
    expect(sentence({ SEGUE_PORT: "8081" })).toMatch(/must differ/);
    const one = "postgres://h/db";
    expect(sentence({ DATABASE_URL: one, SANDBOX_DATABASE_URL: `${one}?x=1` })).toMatch(
      /DATABASE_URL.+SANDBOX_DATABASE_URL/,
    );
    expect(sentence({ DATABASE_URL: one, SANDBOX_DATABASE_URL: "x" })).toContain("SANDBOX_DATABASE_URL");
    expect(sentence({ SANDBOX_DATABASE_URL: one })).toContain("DATABASE_URL is not");
  });
});

test("port 0 is any free one, for both", () => {
  const { listeners } = readConfig({ SEGUE_PORT: "0", SEGUE_SANDBOX_PORT: "0" });
  expect([listeners.production.port, listeners.sandbox.port]).toEqual([0, 0]);
});

test("a public URL loses its last slash", () => {
  expect(readConfig({ SEGUE_PUBLIC_URL: "https://api.example.com/" }).listeners.production.public_url).toBe(
    "https://api.example.com",
  );
});

describe("the sandbox's database", () => {
  const sandboxOf = (DATABASE_URL: string, more: Record<string, string> = {}) =>
    readConfig({ DATABASE_URL, ...more }).database_urls;

  test("is the first with _sandbox added to its name, and nothing else changed", () => {
    const urls: [production: string, sandbox: string][] = [
      ["postgres://user:p%40ss@db.example.com:5433/segue", "postgres://user:p%40ss@db.example.com:5433/segue_sandbox"],
      ["postgresql://h/db?sslmode=require&x=1", "postgresql://h/db_sandbox?sslmode=require&x=1"],
      ["postgres://user@/db?host=/run/pg", "postgres://user@localhost/db_sandbox?host=/run/pg"],
    ];
    for (const [production, sandbox] of urls) expect(sandboxOf(production)).toEqual({ production, sandbox });
  });

  test("is its own where that is set", () => {
    const own = { SANDBOX_DATABASE_URL: "postgres://other/tests" };
    expect(sandboxOf("postgres://h/db", own)?.sandbox).toBe("postgres://other/tests");
    expect(sandboxOf("postgres://h/db", { SANDBOX_DATABASE_URL: "postgres://h/db2" })?.sandbox).toBe(
      "postgres://h/db2",
    );
    const sockets = { SANDBOX_DATABASE_URL: "postgres:///db?host=/b" };
    expect(sandboxOf("postgres:///db?host=/a", sockets)?.sandbox).toBe("postgres:///db?host=/b");
  });
});

describe("what webhooks may reach besides the public internet", () => {
  const allowed = (variables: Record<string, string>) => {
    const { production, sandbox } = readConfig(variables).webhooks;
    const show = ([address, bits]: readonly [{ toString(): string }, number]) => `${address.toString()}/${bits}`;
    return { production: production.allow.map(show), sandbox: sandbox.allow.map(show) };
  };
  const machine = ["127.0.0.0/8", "::1/128"];

  test.each(["127.0.0.1", "127.0.0.9", "::1", "localhost"])(
    "is this machine for the sandbox that listens on %s",
    (host) => {
      expect(allowed({ SEGUE_HOST: host })).toEqual({ production: [], sandbox: machine });
    },
  );

  test.each([
    { SEGUE_HOST: "0.0.0.0" },
    { SEGUE_HOST: "::" },
    { SEGUE_HOST: "10.0.0.1" },
    { SEGUE_HOST: "example.com" },
    { SEGUE_PUBLIC_URL: "https://api.example.com" },
    { SEGUE_SANDBOX_PUBLIC_URL: "https://sandbox.example.com" },
    { SEGUE_TRUSTED_PROXIES: "127.0.0.1" },
    { SEGUE_SANDBOX_WEBHOOK_ALLOW: "none" },
  ])("is nothing with %o", (variables) => {
    expect(allowed(variables as Record<string, string>)).toEqual({ production: [], sandbox: [] });
  });

  test("is what the variables say, each for its environment", () => {
    const variables = { SEGUE_WEBHOOK_ALLOW: "10.1.0.0/16, fd00::/8", SEGUE_SANDBOX_WEBHOOK_ALLOW: "10.2.0.1" };
    expect(allowed(variables)).toEqual({ production: ["10.1.0.0/16", "fd00::/8"], sandbox: ["10.2.0.1/32"] });
    expect(allowed({ SEGUE_HOST: "::", SEGUE_SANDBOX_WEBHOOK_ALLOW: "127.0.0.1" }).sandbox).toEqual(["127.0.0.1/32"]);
  });
});

test("the pauses before a webhook's retries are five, in seconds, minutes or hours", () => {
  const { webhooks } = readConfig({ SEGUE_WEBHOOK_RETRIES: "90s, 10m,1h,2h,168h" });
  expect(webhooks.production.retry_s).toEqual([90, 600, 3_600, 7_200, 604_800]);
  expect(webhooks.sandbox.retry_s).toEqual([1, 2, 4, 8, 16]);
});

test("a secret is 32 bytes of base64, of either alphabet", () => {
  const secret = Buffer.alloc(32, 0xfb);
  for (const text of [secret.toString("base64"), secret.toString("base64url")])
    expect(readConfig({ SEGUE_SECRET: text }).secret).toEqual(secret);
});

test("each environment knows the other's keys", () => {
  expect(otherPrefix("production")).toBe(environments.sandbox.key_prefix);
  expect(otherPrefix("sandbox")).toBe(environments.production.key_prefix);
});

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

describe("SEGUE_BACKUP", () => {
  const backup = (text: string) => readConfig({ SEGUE_BACKUP: text }).backup;

  test("is a place, how often, and how many stay", () => {
    expect(readConfig({}).backup).toBeUndefined();
    expect(backup("/mnt/b")).toEqual({ place: { kind: "folder", path: "/mnt/b" }, every_s: 86_400, keep: 7 });
    expect(backup("/mnt/b, keep=30, hourly")).toMatchObject({ every_s: 3_600, keep: 30 });
    expect(backup("s3://my-backups/segue/,weekly,keep=4")).toMatchObject({
      place: { kind: "s3", bucket: "my-backups", prefix: "segue" },
      every_s: 604_800,
      keep: 4,
    });
  });

  test.each(["backups", "/mnt/b,yearly", "/mnt/b,keep=0", "/mnt/b,keep=1001", "/mnt/b,,", "s3://", "daily"])(
    "refuses %s",
    (text) => expect(() => backup(text)).toThrow(/^SEGUE_BACKUP must be a place.*\/mnt\/backups,daily,keep=7/),
  );
});
