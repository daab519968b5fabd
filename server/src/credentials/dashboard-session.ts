// Sessions of the dashboard. A session belongs to a person, to the API key that signed in, or to the operator key, and counts
// as that. The browser keeps its token in a cookie that no script can read. A one-time link signs in once, without a key.

import { Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";

export const SESSION_LIFETIME_S = 12 * 3_600;
export const LINK_LIFETIME_S = 600;
/** The first start prints one before anyone has looked at the dashboard, and a slow machine takes its time to build it. */
export const FIRST_LINK_LIFETIME_S = 3_600;
/** Counted for each key, so that a key of few rights cannot end the sessions of another. */
export const MAX_SESSIONS_OF_KEY = 20;

/** The oldest ends when there is one more. */
export const MAX_SESSIONS_OF_PERSON = 10;

const Credential = Type.String({ minLength: 1, maxLength: 512 });

type GivenSignIn = Partial<Record<"key" | "token" | "email" | "password" | "code", unknown>>;

/** One of three: a key, the token of a one-time link, or an email and a password, with a code if there is a second factor. */
export const SignInForm = Type.Partial(
  Type.Object({
    key: Credential,
    token: Credential,
    email: Type.String({ minLength: 1, maxLength: 512 }),
    password: Type.String({ minLength: 1, maxLength: 1_000 }),
    code: Type.String({ minLength: 1, maxLength: 40 }),
  }),
  { additionalProperties: false, rule: signInIssues },
);

function signInIssues({ key, token, email, password, code }: GivenSignIn): Issue[] {
  const isPersonal = email !== undefined || password !== undefined || code !== undefined;
  const forms = Number(key !== undefined) + Number(token !== undefined) + Number(isPersonal);
  if (forms === 0) {
    const issue = "is required with `password`, or an API `key`, or the `token` of a one-time link";
    return [problem("email", issue, "missing_required_field")];
  }
  if (forms > 1) {
    const second = isPersonal
      ? (["email", "password", "code"] as const).find((name) => ({ email, password, code })[name] !== undefined)
      : "token";
    return [problem(second ?? "email", "must not be sent together with another way to sign in")];
  }
  if (!isPersonal) return [];
  const given = { email, password };
  const missing = (["email", "password"] as const).filter((name) => given[name] === undefined);
  return missing.map((name) => problem(name, "is required to sign in by email", "missing_required_field"));
}

export const NewLink = Type.Object({ key: Credential }, { additionalProperties: false });

export type Membership = {
  member_id: string;
  organization_id: string;
  organization_name: string;
  role: string;
  labels: string[] | null;
};

/** Who a person is, and in which seats it may act. All null for the session of a key. */
type Personal =
  | {
      person: { id: string; email: string; name: string };
      role: string | null;
      memberships: Membership[];
      staff_role: string | null;
    }
  | Record<"person" | "role" | "memberships" | "staff_role", null>;

/** The facts about the visitor that the pages get. */
export type DashboardSession = Personal & {
  scopes: readonly string[];
  labels: readonly string[] | null;
  expires_at: string;
  /** Staff that views the organization, and until when. */
  view_expires_at: string | null;
  lacks_second_factor: boolean;
} & (
    | { kind: "organization"; organization_id: string; name: string; tier: string }
    | ({ kind: "operator"; name: "Operator" } & Record<"organization_id" | "tier", null>)
  );

export type SignedIn = {
  environment: string;
  /** Who runs the service, as stores know them; null until the operator has set it. */
  operator_name: string | null;
  session: DashboardSession | null;
  /** The ways to sign in that this service offers. */
  sign_in: { password: boolean; identity_provider: string | null };
};

/** A session lasts no longer than its key. */
export function sessionEnd(now: Date, key_expires_at: string | null): string {
  const end = new Date(now.getTime() + SESSION_LIFETIME_S * 1000).toISOString();
  return key_expires_at !== null && new Date(key_expires_at) < new Date(end) ? key_expires_at : end;
}
