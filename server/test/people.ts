// People for tests: invited by an organization or as staff, accepted with a password, signed in as a browser is.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Answer, Caller, World } from "./world.ts";

export const PASSWORD = "a quiet nightjar sings";
const own = { "x-segue-dashboard": "1", "sec-fetch-site": "same-origin" };

export const cookieOf = ({ headers }: Answer) => headers.get("set-cookie")?.split(";")[0] ?? "";

/** Calls as the dashboard's pages do, with this cookie. */
export function browserWith(world: World, cookie: string) {
  return {
    cookie,
    call: (operation: string, more: { body?: unknown; headers?: Record<string, string> } = {}) =>
      world.stranger.call(operation, { ...more, headers: { cookie, ...own, ...more.headers } }),
  };
}

export const tokenOf = (url: string) => url.split("#token=")[1] ?? "";

/** `by` invites; the operator's links are always shown. */
export async function invite(by: Caller, path: string, body: object): Promise<{ id: string; token: string }> {
  const invited = await by.call(`POST ${path}`, { body });
  expect(invited.status, JSON.stringify(invited.body)).toBe(201);
  return { id: invited.body.id, token: tokenOf(invited.body.invitation_url) };
}

export async function accept(world: World, token: string, more: object = { name: "Ana", password: PASSWORD }) {
  return world.stranger.call("POST /dashboard/invitations/accept", { body: { token, ...more } });
}

/** A new member of this organization, signed in. */
export async function member(
  world: World,
  body: { email: string; role: string; labels?: string[]; payee_ids?: string[] },
  org_id = world.label.id,
) {
  const { id, token } = await invite(world.operator, `/v1/operator/organizations/${org_id}/members`, body);
  const answer = await accept(world, token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { member_id: id, person_id: answer.body.session.person.id as string, ...browserWith(world, cookieOf(answer)) };
}

export async function staff(world: World, body: { email: string; role: string }) {
  const { id, token } = await invite(world.operator, "/v1/operator/staff", body);
  const answer = await accept(world, token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { staff_id: id, person_id: answer.body.session.person.id as string, ...browserWith(world, cookieOf(answer)) };
}

export const signInAs = (world: World, email: string, more: object = {}, headers: Record<string, string> = {}) =>
  world.stranger.call("POST /dashboard/session", { body: { email, password: PASSWORD, ...more }, headers });

/** The token of the newest link that was mailed to this address. */
export async function lastLink(world: World, email: string): Promise<string> {
  const names = (await readdir(world.mail_dir)).filter((name) => name.endsWith(".eml")).sort();
  for (const name of names.reverse()) {
    const text = (await readFile(join(world.mail_dir, name), "utf8")).replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
    const token = /#token=(\w+)/.exec(text)?.[1];
    if (token !== undefined && text.includes(`To: ${email}\r\n`)) return token;
  }
  throw new Error(`No mail to ${email} has a link.`);
}
