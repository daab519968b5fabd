// What `npm run release` refuses before it begins.

import { expect, test } from "vitest";
// @ts-expect-error A program of the repository, without types.
import { releaseFaults } from "../../bin/release.mjs";

const ready = {
  versions: { ".": "1.2.0", sdk: "1.2.0" },
  changelog: "# Changelog\n\n## [1.2.0] - 2026-12-01\n",
  changes: "",
};

test("a checkout with one version, its entry in the changelog and nothing left to commit is ready", () => {
  expect(releaseFaults(ready)).toEqual([]);
});

test("every obstacle is told at once", () => {
  const versions = { ...ready.versions, sdk: "1.1.0" };
  expect(releaseFaults({ versions, changelog: "## [Unreleased]\n", changes: " M README.md" })).toEqual([
    "sdk/package.json has the version 1.1.0, not 1.2.0.",
    'CHANGELOG.md has no entry "## [1.2.0] - DATE".',
    "Commit these changes first:\n M README.md",
  ]);
});
