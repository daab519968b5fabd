// People from the command line: members, staff, and people themselves.

import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberRoles, scopesOfRole, staffRoles } from "../../../server/src/rights/role.ts";
import { startMailServer } from "../../../server/test/mail-server.ts";
import { accept, PASSWORD, signInAs, tokenOf } from "../../../server/test/people.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const segueAt = ({ url, operator, label }: World, args: readonly string[]) =>
  runCommand(
    args,
    { SEGUE_URL: url, SEGUE_OPERATOR_KEY: operator.key ?? "", SEGUE_API_KEY: label.key ?? "" },
    tmpdir(),
  );
const segue = (...args: string[]) => segueAt(world, args);
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};

test("a partner invites a member with labels, and the link that is shown works", async () => {
  const labels = ["--label", "Nightjar", "--label", "Owl, Ltd"];
  const invited = await segue("member", "invite", " Ana@Example.com", "--role", "editor", ...labels);
  expect([invited.code, invited.err]).toEqual([0, ""]);
  expect(invited.out).toMatch(/^email +ana@example\.com$/m);
  expect(invited.out).toMatch(/^labels +Nightjar,Owl, Ltd$/m);
  const [url = ""] = /http\S+#token=\S+/.exec(invited.out) ?? [];
  expect(invited.out).toContain("shown only this once");
  expect((await accept(world, tokenOf(url))).status).toBe(200);

  const listed = await segue("member", "list", "--search", "ana@");
  const [head, row = ""] = listed.out.split("\n");
  expect(head).toMatch(/^id +email +name +role +labels +status +last_seen_at$/);
  expect(row).toMatch(/^mbr_\w+ +ana@example\.com +Ana +editor +Nightjar,Owl, Ltd +active/);
  const [id = ""] = row.split(" ");

  expect(await json("member", "update", id, "--all-labels", "--role", "viewer")).toMatchObject({
    role: "viewer",
    labels: null,
  });
  const suspended = await segue("member", "update", id, "--status", "suspended");
  expect(suspended.out).toMatch(/^status +suspended$/m);
  expect((await signInAs(world, "ana@example.com")).status).toBe(401);
  expect((await segue("member", "remove", id)).out).toBe(`Removed ${id}.\n`);
  expect((await json("member", "list")).data).toEqual([]);
  expect((await segue("member", "list")).err).toContain("segue member invite ana@example.com --role editor");
});

test("the operator does the same for any organization, and a new link ends the old one", async () => {
  const org = ["--org", world.rival.id];
  const invited = await json("member", "invite", "owner@example.com", "--role", "owner", ...org);
  expect(invited).toMatchObject({ role: "owner", status: "invited", invited_by: "operator" });
  const resent = await json("member", "resend", invited.id, ...org);
  expect((await accept(world, tokenOf(invited.invitation_url))).status).toBe(401);
  expect((await accept(world, tokenOf(resent.invitation_url))).status).toBe(200);
  expect((await json("member", "list", ...org, "--role", "owner", "--status", "active")).data).toHaveLength(1);
  const changed = await segue("member", "update", invited.id, "--role", "viewer", ...org);
  expect([changed.code, changed.err]).toEqual([1, expect.stringContaining("invalid_state")]);
  const removed = await segue("member", "remove", invited.id);
  expect([removed.code, removed.err]).toEqual([1, expect.stringContaining("not_found")]);
});

test("only the mail has a partner's link where mail is sent; the operator sees it always", async () => {
  const server = await startMailServer();
  const mailing = await createWorld({ mail: server.way });
  try {
    const own = await segueAt(mailing, ["member", "invite", "ana@example.com", "--role", "viewer"]);
    expect(own.code).toBe(0);
    expect(own.out).not.toContain("invitation_url");
    expect(own.err).toMatch(/^The link is in the mail to ana@example\.com\. For a new one: .*member resend mbr_\w+$/m);
    const added = await segueAt(mailing, ["staff", "add", "you@example.com", "--role", "admin"]);
    expect(added.out).toContain("#token=iv_live_");
  } finally {
    await mailing.close();
    await server.close();
  }
});

test("staff is added, listed, changed and removed; with -q the link is not lost", async () => {
  const quiet = await segue("staff", "add", "you@example.com", "--role", "admin", "-q");
  expect(quiet.out).toMatch(/^stf_\w+\n$/);
  expect(quiet.err).toContain("#token=iv_live_");
  const id = quiet.out.trim();
  const resent = await json("staff", "resend", id);
  expect((await accept(world, tokenOf(resent.invitation_url))).status).toBe(200);
  const listed = await segue("staff", "list", "--role", "admin");
  expect(listed.out).toMatch(/^id +email +name +role +status +last_seen_at$/m);
  expect(listed.out).toMatch(new RegExp(`^${id} +you@example\\.com +Ana +admin +active`, "m"));
  expect(await json("staff", "update", id, "--role", "reviewer")).toMatchObject({ role: "reviewer" });
  expect((await segue("staff", "update", id)).err).toContain("segue staff update --help");
  expect((await segue("staff", "remove", id)).out).toBe(`Removed ${id}.\n`);
});

test("a person is found, disabled, enabled, and erased only by a caller who says yes", async () => {
  const { invitation_url } = await json("member", "invite", "gone@example.com", "--role", "viewer");
  await accept(world, tokenOf(invitation_url), { name: "Somebody", password: PASSWORD });
  const listed = await segue("person", "list", "--search", "gone@example.com");
  expect(listed.out).toMatch(/^id +email +name +status +second_factor +last_sign_in_at$/m);
  const [id = ""] = /usr_\w+/.exec(listed.out) ?? [];
  expect(await json("person", "update", id, "--status", "disabled")).toMatchObject({ status: "disabled" });
  expect((await signInAs(world, "gone@example.com")).status).toBe(401);
  expect(await json("person", "update", id, "--status", "active", "--remove-second-factor")).toMatchObject({
    status: "active",
    second_factor: "none",
  });
  const asked = await segue("person", "remove", id);
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining("add --yes")]);
  expect((await segue("person", "remove", id, "--yes")).out).toBe(`Erased ${id}.\n`);
  expect((await json("person", "list", "--search", id)).data).toEqual([]);
});

test("help has the roles from the service's own tables, and an unknown option or role is named", async () => {
  const member = await segue("member", "invite", "--help");
  for (const role of memberRoles) {
    const scopes = scopesOfRole[role];
    expect(member.out).toMatch(new RegExp(`^  ${role} +${scopes === "all" ? "all scopes" : scopes.join(" ")}$`, "m"));
  }
  const staff = await segue("staff", "add", "--help");
  for (const role of staffRoles) expect(staff.out).toMatch(new RegExp(`^  ${role} +\\w`, "m"));
  expect(staff.out).toContain("approve submission, reject submission");
  expect((await segue("member", "invite", "ana@example.com", "--rolle", "editor")).err).toContain("--rolle");
  const unknown = await segue("staff", "add", "ana@example.com", "--role", "boss");
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("admin, reviewer, finance, support")]);
});

test("a key says who made it", async () => {
  const { out } = await segue("key", "list");
  expect(out.split("\n")[0]).toMatch(/ created_by +scopes$/);
  expect(out).toMatch(/ operator +catalog:read/);
});
