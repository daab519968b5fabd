import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { examineSettings } from "./diagnosis/actions.ts";
import { schemasMissing } from "./schema-folder.ts";

const root = mkdtempSync(join(tmpdir(), "segue-schemas-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with these files. The start looks whether they are there, not what they say. */
function folderWith(name: string, ...paths: string[]): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "<xs:schema/>");
  }
  return folder;
}
const read = (folder: string) => readConfig({ SEGUE_DDEX_SCHEMAS: folder }).ddex_schemas;

describe("SEGUE_DDEX_SCHEMAS", () => {
  test("is a folder with the schema of one version at least; the log names the versions that are not compared", () => {
    const folder = folderWith("some", "ern-4.3/release-notification.xsd", "ern-3.8.3/release-notification.xsd");
    expect(read(folder)).toBe(folder);
    const line = schemasMissing(folder) ?? "";
    expect(line).toMatch(
      /^Not compared with DDEX's schemas, because SEGUE_DDEX_SCHEMAS lacks their files: ERN 3\.8\.2 \(/,
    );
    expect(line).toContain("ERN 4.3.2 (ern-4.3.2/release-notification.xsd)");
    expect(line).toContain("manifests of batches (ern-c-sftp-1.8/ern-choreography-sftp.xsd)");
    expect(line).not.toMatch(/ERN (4\.3|3\.8\.3) \(/);
    expect(examineSettings({ missing_schemas: line })).toEqual({ detail: expect.stringContaining(line) });
  });

  test("without a word where it is not set, or has everything", () => {
    const versions = ["3.8.2", "3.8.3", "4.1", "4.1.1", "4.2", "4.3", "4.3.1", "4.3.2"];
    const ern = versions.map((version) => `ern-${version}/release-notification.xsd`);
    expect(schemasMissing(folderWith("all", ...ern, "ern-c-sftp-1.8/ern-choreography-sftp.xsd"))).toBeUndefined();
    expect(schemasMissing(undefined)).toBeUndefined();
  });

  test("may have them in a folder named xsd", () => {
    const inner = folderWith("parent/xsd", "ern-4.3.2/release-notification.xsd");
    expect(read(dirname(inner))).toBe(inner);
  });

  test("that has no schema stops the start: the line names the folder and what is looked for", () => {
    const empty = folderWith("empty", "other/ern-4.3.2/release-notification.xsd");
    expect(() => read(empty)).toThrow(
      `SEGUE_DDEX_SCHEMAS names "${empty}", which has none of DDEX's schemas: at least one of ern-3.8.2/release-notification.xsd, `,
    );
    // Manifests alone: every message would go out unchecked.
    const batches = folderWith("batches", "ern-c-sftp-1.8/ern-choreography-sftp.xsd");
    expect(() => read(batches)).toThrow("ern-4.3.2/release-notification.xsd must be in it.");
    mkdirSync(join(batches, "ern-4.3/release-notification.xsd"), { recursive: true });
    expect(() => read(batches)).toThrow("has none of DDEX's schemas");
  });

  test("that is no folder, or cannot be read, stops the start", () => {
    const folder = folderWith("file", "ern-4.3/release-notification.xsd");
    expect(() => read(join(folder, "ern-4.3/release-notification.xsd"))).toThrow("SEGUE_DDEX_SCHEMAS must be a folder");
    const circle = join(root, "circle");
    symlinkSync(circle, circle);
    expect(() => read(circle)).toThrow(`SEGUE_DDEX_SCHEMAS names "${circle}", which cannot be read: ELOOP`);
  });
});
