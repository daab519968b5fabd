// The way to the service: the SDK with the session's cookie, and the session itself. Requests go to this page's own host:
// the policy of the page allows no other, and links in answers may name the host by another name.

import { createSegue, SegueError } from "@segue/sdk";
import { noteWrite } from "./changes.ts";
import { errorWords } from "./words.ts";

export type Session = {
  kind: "organization" | "operator";
  organization_id: string | null;
  name: string;
  tier: string | null;
  scopes: readonly string[];
  expires_at: string;
};
export type SessionState = {
  environment: "production" | "sandbox";
  /** Who runs the service, as stores know them. */
  operator_name: string | null;
  session: Session | null;
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

export async function readSession(): Promise<SessionState> {
  return sessionCall("GET");
}

export async function signIn(credential: { key: string } | { token: string }): Promise<SessionState> {
  return sessionCall("POST", credential);
}

export async function signOut(): Promise<void> {
  await sessionCall("DELETE");
}

async function sessionCall(method: string, body?: object): Promise<SessionState> {
  const headers: Record<string, string> = { "x-segue-dashboard": "1" };
  if (body) headers["content-type"] = "application/json";
  const answer = await fetch("/dashboard/session", { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await answer.text();
  if (!answer.ok) throw refusalOf(answer.status, text);
  return (text ? JSON.parse(text) : undefined) as SessionState;
}

function refusalOf(status: number, text: string): Error {
  try {
    const { error } = JSON.parse(text) as { error: ConstructorParameters<typeof SegueError>[0] };
    return new SegueError({ ...error, status });
  } catch {
    return new Error(errorWords.unexpected(status));
  }
}
