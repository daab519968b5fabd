// Invitations where mail is really sent: two links, of which the mailed one alone proves the address.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../test/mail-server.ts";
import { accept, browserWith, cookieOf, signInAs, tokenOf } from "../../test/people.ts";
import { createWorld, type World } from "../../test/world.ts";

let mails: MailServer;
let world: World;
beforeAll(async () => {
  mails = await startMailServer();
  world = await createWorld({ mail: mails.way });
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

/** The token of the newest mail to this address. */
async function mailedToken(email: string): Promise<string> {
  await world.runJobs();
  const raw = mails.received.findLast(({ to }) => to === email)?.raw ?? "";
  return /#token=(\w+)/.exec(raw.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="))?.[1] ?? "";
}

test("a partner is shown no link, and the mailed one verifies the address", async () => {
  const invited = await world.label.call("POST /v1/members", { body: { email: "ana@example.com", role: "viewer" } });
  expect([invited.status, invited.body.invitation_url]).toEqual([201, null]);
  const taken = await accept(world, await mailedToken("ana@example.com"));
  expect(taken.status, taken.text).toBe(200);
  const me = await browserWith(world, cookieOf(taken)).call("GET /v1/me");
  expect(me.body.email_verified_at).toEqual(expect.any(String));
});

test("the operator is shown another link, which verifies nothing; either ends both", async () => {
  const path = `/v1/operator/organizations/${world.label.id}/members`;
  const invited = await world.operator.call(`POST ${path}`, { body: { email: "bo@example.com", role: "viewer" } });
  const shown = tokenOf(invited.body.invitation_url);
  const mailed = await mailedToken("bo@example.com");
  expect(mailed).not.toBe(shown);
  const taken = await accept(world, shown);
  const me = await browserWith(world, cookieOf(taken)).call("GET /v1/me");
  expect([taken.status, me.body.email_verified_at]).toEqual([200, null]);
  expect((await accept(world, mailed)).status).toBe(401);
});

test("a mailed link takes an account that was set up before its address was verified", async () => {
  const path = `/v1/operator/organizations/${world.rival.id}/members`;
  const invited = await world.operator.call(`POST ${path}`, { body: { email: "bo@example.com", role: "viewer" } });
  expect(invited.status).toBe(201);
  const before = cookieOf(await signInAs(world, "bo@example.com"));
  const password = "the owner of the address";
  const taken = await accept(world, await mailedToken("bo@example.com"), { password });
  expect(taken.status, taken.text).toBe(200);
  expect((await browserWith(world, before).call("GET /v1/me")).status).toBe(401);
  expect((await signInAs(world, "bo@example.com")).status).toBe(401);
  expect((await signInAs(world, "bo@example.com", { password })).status).toBe(200);
});
