import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { createWorld } from "../test/world.ts";
import { banner, workerBanner } from "./banner.ts";

const parts = {
  production_url: "http://127.0.0.1:8080",
  sandbox_url: "http://127.0.0.1:8081",
  demo_key: "sk_test_demo",
  demo_link: "http://127.0.0.1:8081/dashboard#token=dl_test_once",
  new_operator_key: "sk_operator_new",
  operator_key_file: "/srv/segue/operator-key",
  is_first: true,
  now: new Date("2026-11-15T00:00:00Z"),
  command_name: "npx segue",
};

test("the first start shows the URLs, both keys, where the operator's is kept, and what to do next", () => {
  const text = banner(parts);
  for (const shown of [
    "http://127.0.0.1:8080/v1",
    "http://127.0.0.1:8081/v1",
    "http://127.0.0.1:8081/docs",
    "http://127.0.0.1:8081/dashboard#token=dl_test_once",
    "sk_test_demo",
    "sk_operator_new",
    "/srv/segue/operator-key",
    "curl ",
    "npx segue demo",
    "npx segue --help",
  ])
    expect(text).toContain(shown);
  expect(banner({ ...parts, new_operator_key: undefined, operator_key_file: undefined })).not.toContain("perator");
  expect(banner({ ...parts, demo_link: undefined })).not.toContain("token");
  expect(banner({ ...parts, demo_key: undefined })).not.toMatch(/curl|Sandbox key|segue demo/);
});

test("a later start is three lines, and the operator key a fourth only when it is new", () => {
  const later = { ...parts, is_first: false, new_operator_key: undefined };
  expect(banner(later).split("\n")).toEqual([
    "Segue is ready.",
    "  Production  http://127.0.0.1:8080/v1  Operator key in /srv/segue/operator-key",
    "  Sandbox     http://127.0.0.1:8081/v1  Sandbox key sk_test_demo",
    "",
  ]);
  const bare = banner({ ...later, operator_key_file: undefined, demo_key: undefined });
  expect(bare).not.toMatch(/ key |undefined| \n/);
  expect(banner({ ...later, new_operator_key: "sk_operator_new" })).toMatch(/Operator key +sk_operator_new/);
});

test("a worker says in three lines where its health can be asked", () => {
  expect(workerBanner(parts).split("\n")).toEqual([
    "Segue's worker is ready.",
    "  Production  http://127.0.0.1:8080/readyz",
    "  Sandbox     http://127.0.0.1:8081/readyz",
    "",
  ]);
});

test("the curl it shows works as pasted", async () => {
  const world = await createWorld({ environment: "sandbox" });
  const text = banner({ ...parts, sandbox_url: world.url, demo_key: world.label.key });
  const [command = ""] = text.slice(text.indexOf("  curl ")).split("\n\n");

  const output = await new Promise<string>((resolve, reject) => {
    execFile("sh", ["-c", command.replace("curl ", "curl -s ")], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  expect(JSON.parse(output)).toMatchObject({ title: "First Light", release_date: "2027-03-01", status: "draft" });
  await world.close();
});
