import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { createWorld } from "../test/world.ts";
import { banner } from "./banner.ts";

const parts = {
  production_url: "http://127.0.0.1:8080",
  sandbox_url: "http://127.0.0.1:8081",
  demo_key: "sk_test_demo",
  new_operator_key: "sk_operator_new",
  operator_key_file: "/srv/segue/operator-key",
  now: new Date("2026-11-15T00:00:00Z"),
};

test("shows the URLs, the sandbox key and, only when it is new, the operator key with its file", () => {
  const text = banner(parts);
  for (const shown of [
    "http://127.0.0.1:8080/v1",
    "http://127.0.0.1:8081/v1",
    "http://127.0.0.1:8081/docs",
    "sk_test_demo",
    "sk_operator_new",
    "/srv/segue/operator-key",
  ])
    expect(text).toContain(shown);
  const later = banner({ ...parts, new_operator_key: undefined });
  expect(later).toContain("/srv/segue/operator-key");
  expect(later).not.toContain("sk_operator_new");
  expect(banner({ ...parts, new_operator_key: undefined, operator_key_file: undefined })).not.toContain("perator");
  expect(banner({ ...parts, demo_key: undefined })).not.toMatch(/curl|Sandbox key/);
});

test("the curl it shows works as pasted", async () => {
  const world = await createWorld({ environment: "sandbox" });
  const text = banner({ ...parts, sandbox_url: world.url, demo_key: world.label.key });
  const command = text.slice(text.indexOf("  curl "));

  const output = await new Promise<string>((resolve, reject) => {
    execFile("sh", ["-c", command.replace("curl ", "curl -s ")], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  expect(JSON.parse(output)).toMatchObject({ title: "First Light", release_date: "2027-03-01", status: "draft" });
  await world.close();
});
