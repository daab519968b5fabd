// People: a request by a session beside one by a key, and what sign-ins cost everyone else.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { checkPassword, hashPassword } from "../server/src/people/password.ts";
import { systemChance } from "../server/src/platform/context.ts";
import { median } from "./measure.ts";
import { createOrganization, draft, type Server, startServer } from "./product.ts";
import type { Result } from "./report.ts";

const PEOPLE = 4;
// The sandbox lets a person send 600 at once.
const REQUESTS_OF_ONE = 500;
const SIGN_INS_PER_S = 100;
const SECONDS = 10;
const READS_PER_S = 50;
const password = "a quiet nightjar sings";
const own = { "x-segue-dashboard": "1", "sec-fetch-site": "same-origin" };

type Release = { url: string; key: Record<string, string> };

export async function benchSignIn(): Promise<Result[]> {
  const server = await startServer({ SEGUE_TRUSTED_PROXIES: "127.0.0.1/32" });
  const { id, key } = await createOrganization(server.sandbox_url, server.operator_key, {
    first: "30000000000",
    last: "39999999999",
  });
  const json = { "content-type": "application/json" };
  const headers = { authorization: `Bearer ${key}` };
  const made = await fetch(`${server.sandbox_url}/v1/releases`, {
    method: "POST",
    headers: { ...headers, ...json },
    body: JSON.stringify(draft),
  });
  const release = {
    url: `${server.sandbox_url}/v1/releases/${((await made.json()) as { id: string }).id}`,
    key: headers,
  };
  const results = [await bySession(server, id, release), await besideSignIns(server, release), await ofOneSignIn()];
  await server.stop();
  return results;
}

async function bySession(server: Server, organization_id: string, release: Release): Promise<Result> {
  const times: Record<"key" | "session", number[]> = { key: [], session: [] };
  for (let person = 0; person < PEOPLE; person++) {
    const session = await signedIn(server, organization_id, `person${person}@example.com`);
    for (let count = 0; count < REQUESTS_OF_ONE; count++) {
      times.key.push(await timeOf(release.url, release.key));
      times.session.push(await timeOf(release.url, session));
    }
  }
  const [by_key, by_session] = [median(times.key), median(times.session)];
  const ratio = by_key / by_session;
  return {
    what: "GET a release by a session, beside a key",
    value: `${by_session.toFixed(2)} ms`,
    floor: `${by_key.toFixed(2)} ms`,
    ratio,
    mark: { text: "≥ 0.91", isMet: ratio >= 1 / 1.1 },
  };
}

async function signedIn(server: Server, organization_id: string, email: string): Promise<Record<string, string>> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(server.sandbox_url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const operator = { authorization: `Bearer ${server.operator_key}` };
  const invited = await post(
    `/v1/operator/organizations/${organization_id}/members`,
    { email, role: "viewer" },
    operator,
  );
  const { invitation_url } = (await invited.json()) as { invitation_url: string };
  const token = invitation_url.split("#token=")[1];
  const accepted = await post("/dashboard/invitations/accept", { token, name: "Bench", password });
  if (accepted.status !== 200) throw new Error(await accepted.text());
  return { ...own, cookie: accepted.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}`);
  return performance.now() - began;
}

/** Sign-ins from a hundred addresses a second: most are refused when too many wait for their turn. */
async function besideSignIns(server: Server, release: Release): Promise<Result> {
  const quiet = await readAtPace(release);
  const flood = new AbortController();
  const flooding = signInWithoutEnd(server, flood.signal);
  const busy = await readAtPace(release);
  flood.abort();
  await flooding;
  const ratio = quiet / busy;
  return {
    what: `GET a release while ${SIGN_INS_PER_S} sign-ins a second arrive, beside none`,
    value: `${busy.toFixed(2)} ms`,
    floor: `${quiet.toFixed(2)} ms`,
    ratio,
    mark: { text: "≥ 0.5", isMet: ratio >= 0.5 },
  };
}

async function readAtPace({ url, key }: Release): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < SECONDS * READS_PER_S; count++) {
    const next = sleep(1_000 / READS_PER_S);
    times.push(await timeOf(url, key));
    await next;
  }
  return median(times);
}

async function signInWithoutEnd({ sandbox_url }: Server, signal: AbortSignal): Promise<void> {
  const open = new Set<Promise<unknown>>();
  for (let count = 0; !signal.aborted; count++) {
    const address = `203.0.${Math.floor(count / 250) % 250}.${count % 250}`;
    const sent = fetch(`${sandbox_url}/dashboard/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ email: `person${count % PEOPLE}@example.com`, password: `wrong ${count}` }),
    }).then((answer) => answer.arrayBuffer());
    open.add(sent);
    void sent.finally(() => open.delete(sent));
    await sleep(1_000 / SIGN_INS_PER_S);
  }
  await Promise.all(open);
}

/** The longest time for which comparing a password holds the event loop. */
async function ofOneSignIn(): Promise<Result> {
  const kept = await hashPassword(systemChance, password);
  const held = monitorEventLoopDelay({ resolution: 1 });
  held.enable();
  for (let count = 0; count < 20; count++) await checkPassword(password, kept);
  held.disable();
  const longest_ms = held.percentile(99) / 1e6;
  return {
    what: "Event loop while passwords are compared, the slowest of a hundred steps",
    value: `${longest_ms.toFixed(1)} ms`,
    floor: "1.0 ms",
    ratio: 1 / longest_ms,
    mark: { text: "≤ 5 ms", isMet: longest_ms <= 5 },
  };
}
