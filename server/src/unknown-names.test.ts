import { expect, test } from "vitest";
import { settings } from "./settings.ts";
import { unknownNames } from "./unknown-names.ts";

const all = Object.fromEntries([...Object.keys(settings), "SEGUE_URL", "SEGUE_API_KEY"].map((name) => [name, "x"]));

test("names that exist, and those of others, are not told", () => {
  expect(unknownNames({})).toBeUndefined();
  expect(unknownNames({ ...all, PATH: "/bin", MY_SEGUE_PORT: "1", DATABASE_URI: "x" })).toBeUndefined();
});

test("one line tells every name without effect, with the nearest that has one", () => {
  const line = unknownNames({ ...all, SEGUE_PROT: "80", SEGUE_TRUSTED_PROXY: "10.0.0.0/8", SEGUE_COLOUR: "blue" });
  expect(line).toBe(
    "Without effect, because no setting has this name: SEGUE_PROT (did you mean SEGUE_PORT?), SEGUE_TRUSTED_PROXY (did you mean SEGUE_TRUSTED_PROXIES?), SEGUE_COLOUR",
  );
});

test("Kubernetes is named where it set the variable", () => {
  for (const name of ["SEGUE_SERVICE_HOST", "SEGUE_SERVICE_PORT_HTTP", "SEGUE_PORT_8080_TCP_ADDR"])
    expect(unknownNames({ [name]: "10.96.4.1" })).toContain(`${name} (Kubernetes sets it for a Service called segue)`);
});

test("a long list is cut", () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`SEGUE_OF_MINE_${index}`, "x"]));
  expect(unknownNames(many)).toMatch(/SEGUE_OF_MINE_9 and 490 more$/);
});
