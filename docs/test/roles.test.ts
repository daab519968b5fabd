// The tables of docs/your-team.md are those by which the service decides.

import { expect, test } from "vitest";
import { memberRoles, rolesWithLabels, scopesOfRole, staffRoles } from "../../server/src/rights/role.ts";
import { staffRights } from "../../server/src/rights/staff-right.ts";
import { allPages } from "../site/pages.ts";
import { repository } from "./samples.ts";

const page = allPages(repository).get("your-team") ?? "";
const coded = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(" ");
const rowsOf = (heading: string) =>
  (page.split(`## ${heading}\n`)[1] ?? "").split("\n## ")[0]?.match(/^\| `.*$/gm) ?? [];

test("every role has its scopes", () => {
  const rows = memberRoles.map((role) => {
    const scopes = scopesOfRole[role];
    return `| \`${role}\` | ${scopes === "all" ? "all" : coded(scopes) || "none"} |`;
  });
  expect(rowsOf("Roles")).toEqual(rows);
  for (const role of rolesWithLabels) expect(page.split("## Labels\n")[1]?.split(".")[0]).toContain(`\`${role}\``);
});

test("every staff role has what it may do", () => {
  const rows = rowsOf("Staff").map((row) => row.split(" | "));
  expect(rows.map(([role]) => role)).toEqual(staffRoles.map((role) => `| \`${role}\``));
  for (const [role = "", reads, may] of rows.slice(1)) {
    const rights = staffRights[role.slice(3, -1) as keyof typeof staffRights];
    const all = rights.except ? `everything but ${coded(rights.except)}` : "everything";
    expect([reads === all, may]).toEqual([rights.reads === "all", `${coded(rights.writes)} |`]);
  }
});
