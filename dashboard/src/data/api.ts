// The way to the service: the SDK with the session's cookie, and the session itself. Requests go to this page's own host:
// the policy of the page allows no other, and links in answers may name the host by another name.

import { createSegue, type Me, SegueError, type StaffRole } from "@segue/sdk";
import { noteWrite } from "./changes.ts";
import { errorWords } from "./words.ts";

export type Session = {
  kind: "organization" | "operator";
  organization_id: string | null;
  name: string;
  tier: string | null;
  scopes: readonly string[];
  /** A member with labels sees releases of these alone. */
  labels: readonly string[] | null;
  expires_at: string;
  /** Null, as the three below, for the session of a key. */
  person: { id: string; email: string; name: string } | null;
  role: string | null;
  memberships: Me["memberships"] | null;
  staff_role: StaffRole | null;
  /** Staff that views the organization, and until when. */
  view_expires_at: string | null;
  /** Until it has one, the person may open its own page alone. */
  lacks_second_factor: boolean;
};

export type SessionState = {
  environment: "production" | "sandbox";
  /** Who runs the service, as stores know them. */
  operator_name: string | null;
  session: Session | null;
  /** The ways to sign in by email: with a password, and with an identity provider of this name. */
  sign_in: { password: boolean; identity_provider: string | null };
};

export type Credential =
  | { key: string }
  | { token: string }
  | { email: string; password: string; code?: string | undefined };

export type Invitation = {
  email: string;
  /** Null: to the operator's staff. */
  organization_name: string | null;
  role: string;
  has_account: boolean;
  can_set_password: boolean;
  invitation_id: string;
};

export type Acceptance = {
  token: string;
  name?: string | undefined;
  password?: string | undefined;
  code?: string | undefined;
};

/** An absolute link of the service as a path of this host. */
export function ownPath(link: string): string {
  const { pathname, search } = new URL(link, location.origin);
  return pathname + search;
}

export type RateUse = { limit: number; remaining: number };
let rateUse: RateUse | undefined;

/** The rate limit as the last answer told it. */
export function lastRateUse(): RateUse | undefined {
  return rateUse;
}

async function sameHostFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : input;
  const headers = new Headers(init?.headers);
  headers.set("x-segue-dashboard", "1");
  const path = ownPath(String(url));
  const isWrite = init?.method !== undefined && init.method !== "GET";
  // Also if the answer is lost: the write may have been done.
  const answer = await fetch(path, { ...init, headers }).finally(() => isWrite && noteWrite(path));
  const limit = Number(answer.headers.get("ratelimit-limit"));
  if (limit > 0) rateUse = { limit, remaining: Number(answer.headers.get("ratelimit-remaining")) };
  return answer;
}

export const segue = createSegue({ url: location.origin, fetch: sameHostFetch });

/** A file of the API that no method of the SDK reads: one's own statements, as CSV or PDF. */
export async function readFile(path: string, accept: string): Promise<Response> {
  const answer = await sameHostFetch(path, { headers: { accept } });
  if (!answer.ok) throw refusalOf(answer.status, await answer.text());
  return answer;
}

export const readSession = () => callDoor<SessionState>("GET", "session");
export const signIn = (credential: Credential) => callDoor<SessionState>("POST", "session", credential);
/** To another organization of the person, or to the operator's pages, which also ends a view. */
export const switchSeat = (to: { organization_id: string } | { operator: true }) =>
  callDoor<SessionState>("PATCH", "session", to);
export const signOut = () => callDoor<void>("DELETE", "session");

export const readInvitation = (token: string) => callDoor<Invitation>("POST", "invitations/read", { token });
export const acceptInvitation = (given: Acceptance) => callDoor<SessionState>("POST", "invitations/accept", given);
export const askForReset = (email: string) => callDoor<unknown>("POST", "password-resets", { email });
export const completeReset = (given: { token: string; password: string }) =>
  callDoor<void>("POST", "password-resets/complete", given);
export const unsubscribe = (token: string) => callDoor<{ kind: string }>("POST", "unsubscribe", { token });

/** These calls come before a sign-in and are no part of the API. */
async function callDoor<Output>(method: string, path: string, body?: object): Promise<Output> {
  const headers: Record<string, string> = { "x-segue-dashboard": "1" };
  if (body) headers["content-type"] = "application/json";
  const answer = await fetch(`/dashboard/${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await answer.text();
  if (!answer.ok) throw refusalOf(answer.status, text);
  return (text ? JSON.parse(text) : undefined) as Output;
}

function refusalOf(status: number, text: string): Error {
  try {
    const { error } = JSON.parse(text) as { error: ConstructorParameters<typeof SegueError>[0] };
    return new SegueError({ ...error, status });
  } catch {
    return new Error(errorWords.unexpected(status));
  }
}
