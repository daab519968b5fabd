// The demo's people: three members of its organization, and two of the operator's staff, where the operator's key is at hand.
// They accept their invitations as people do, all with one new password, which is shown once.

import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Member, type MemberRole, type Organization, type Segue, SegueError, type StaffRole } from "@segue/sdk";
import type { Demo } from "./demo-parts.ts";
import { SECOND_LABEL } from "./draft.ts";

export type DemoPeople = {
  /** For those who accepted in this run. Null: none did. */
  password: string | null;
  accepted: { email: string; role: string }[];
  /** Those who could not be made, and why. */
  left: { email: string; reason: string }[];
};

type Seat = Pick<Member, "id" | "person" | "status">;
type Invited = Pick<Member, "id" | "person"> & { invitation_url: string | null };
type Entry = {
  email: string;
  name: string;
  role: string;
  find(): Promise<{ data: Seat[] }>;
  invite(): Promise<Invited>;
  resend(id: string): Promise<Invited>;
};

const members: readonly { role: MemberRole; labels?: string[] }[] = [
  { role: "owner" },
  { role: "editor", labels: [SECOND_LABEL] },
  { role: "finance" },
];
const staff: readonly StaffRole[] = ["reviewer", "finance"];

export const PEOPLE_STEPS = members.length + staff.length;

type Parts = { url: string; organization: Organization; operator: Segue | undefined };

export async function makePeople(demo: Demo, { url, organization, operator }: Parts): Promise<DemoPeople> {
  const password = randomBytes(12).toString("base64url");
  const made: DemoPeople = { password: null, accepted: [], left: [] };
  for (const entry of [...memberEntries(demo, organization), ...(operator ? staffEntries(demo, operator) : [])]) {
    const { email, role } = entry;
    const outcome = await makePerson(entry, { url, password }).catch(reasonOf);
    if (outcome === "accepted") made.accepted.push({ email, role });
    else if (outcome !== "present") made.left.push({ email, reason: outcome });
    demo.progress.sent(1);
  }
  return { ...made, password: made.accepted.length > 0 ? password : null };
}

/** A new key for each request: an answer that is replayed has no link. */
const fresh = ({ write }: Demo, email: string) => write("person", email, randomUUID());

function memberEntries(demo: Demo, { name }: Organization): Entry[] {
  const domain = `${
    name
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join("-")
      .slice(0, 40) ?? "demo"
  }.example.com`;
  return members.map((given) => {
    const email = `${given.role}@${domain}`;
    return {
      email,
      name: `Demo ${given.role}`,
      role: `${given.role} of ${name}${given.labels ? `, label ${given.labels.join(", ")}` : ""}`,
      find: () => demo.client.members.list({ q: email }),
      invite: () => demo.client.members.create({ email, ...given }, fresh(demo, email)),
      resend: (id) => demo.client.members.resend(id, fresh(demo, email)),
    };
  });
}

function staffEntries(demo: Demo, { operator }: Segue): Entry[] {
  return staff.map((role) => {
    const email = `${role}@operator.example.com`;
    return {
      email,
      name: `Demo ${role}`,
      role: `${role} of the operator`,
      find: () => operator.staff.list({ q: email }),
      invite: () => operator.staff.create({ email, role }, fresh(demo, email)),
      resend: (id) => operator.staff.resend(id, fresh(demo, email)),
    };
  });
}

/** The outcome is `accepted`, `present`, or the reason why it is neither. */
async function makePerson(entry: Entry, { url, password }: { url: string; password: string }): Promise<string> {
  const { email, name } = entry;
  const { data } = await entry.find();
  const seat = data.find(({ person }) => person.email === email);
  // Until a person accepts, its address is its name. One that has another can accept with its own password.
  if (seat && (seat.status !== "invited" || seat.person.name !== email)) return "present";
  const invited = seat ? await entry.resend(seat.id) : await entry.invite();
  const token = invited.invitation_url?.split("#token=")[1];
  if (invited.person.name !== email) return `has an account already; it accepts with ${invited.invitation_url}`;
  if (token === undefined) return "was invited by mail";
  return accept(url, { token, name, password });
}

const MAX_TRIES = 3;
const MAX_WAIT_S = 60;

/** The address is for pages, so the SDK has no method for it. */
async function accept(url: string, body: { token: string; name: string; password: string }): Promise<string> {
  for (let tries = 1; ; tries++) {
    const reply = await fetch(`${url}/dashboard/invitations/accept`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (reply.ok) return "accepted";
    const answer = (await reply.json().catch(() => ({}))) as { error?: { message?: string } };
    if (reply.status !== 429 || tries === MAX_TRIES) return answer.error?.message ?? `was refused: ${reply.status}`;
    await sleep(Math.min(Number(reply.headers.get("retry-after")) || 1, MAX_WAIT_S) * 1000);
  }
}

/** The key may lack the scopes for members. Two runs at once invite a person once. */
function reasonOf(error: unknown): string {
  if (!(error instanceof SegueError)) throw error;
  if (error.code === "invalid_state") return "present";
  if (error.code === "insufficient_scope") return error.message;
  throw error;
}
