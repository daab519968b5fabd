// Sessions of the dashboard. A session belongs to the API key that signed in, or to the operator key, and counts as
// that key. The browser keeps its token in a cookie that no script can read. A one-time link signs in once, without a
// key.

import { Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";

export const SESSION_LIFETIME_S = 12 * 3_600;
export const LINK_LIFETIME_S = 600;
/** The first start prints one before anyone has looked at the dashboard, and a slow machine takes its time to build it. */
export const FIRST_LINK_LIFETIME_S = 3_600;
/** Counted for each key, so that a key of few rights cannot end the sessions of another. */
export const MAX_SESSIONS_OF_KEY = 20;

const Credential = Type.String({ minLength: 1, maxLength: 512 });

export const NewSession = Type.Partial(Type.Object({ key: Credential, token: Credential }), {
  additionalProperties: false,
  rule: ({ key, token }: { key?: unknown; token?: unknown }): Issue[] => {
    if (key === undefined && token === undefined)
      return [problem("key", "is required: an API key, or the `token` of a one-time link", "missing_required_field")];
    return key === undefined || token === undefined ? [] : [problem("token", "must not be sent together with `key`")];
  },
});

export const NewLink = Type.Object({ key: Credential }, { additionalProperties: false });

/** The facts about the visitor that the pages get. */
export type DashboardSession = { scopes: readonly string[]; expires_at: string } & (
  | { kind: "organization"; organization_id: string; name: string; tier: string }
  | ({ kind: "operator"; name: "Operator" } & Record<"organization_id" | "tier", null>)
);

export type SignedIn = {
  environment: string;
  /** Who runs the service, as stores know them; null until the operator has set it. */
  operator_name: string | null;
  session: DashboardSession | null;
};

/** A session lasts no longer than its key. */
export function sessionEnd(now: Date, key_expires_at: string | null): string {
  const end = new Date(now.getTime() + SESSION_LIFETIME_S * 1000).toISOString();
  return key_expires_at !== null && new Date(key_expires_at) < new Date(end) ? key_expires_at : end;
}
