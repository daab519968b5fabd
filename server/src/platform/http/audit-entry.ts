import type { Transaction } from "../context.ts";
import type { Fragment } from "../database/db.ts";
import { principalId } from "./principal.ts";
import type { RawRequest } from "./raw-request.ts";
import type { AnyInput, Route } from "./route.ts";

/** Written inside the change's transaction: who did what. Names of changed fields, never their values. */
export type AuditEntry = {
  /** Whose credential it is: see `principalId`. */
  principal_id: string;
  actor: string;
  request_id: string;
  operation: string;
  resource_id: string | null;
  fields: string[];
  /** The organization that the operator's change is about, where its members may read of it. */
  about_organization_id?: string;
};

/** Makes the statement that writes the entry. It is not sent yet, so that it can be a part of another one. */
export type AuditStatement = (ctx: Transaction, entry: AuditEntry) => Fragment;

/** A caller without a credential, on a public route, is not in the audit log. */
export function auditEntry(
  route: Route,
  { principal, params, request_id }: RawRequest,
  input: AnyInput,
  result: unknown,
): AuditEntry | undefined {
  if (!principal || route.audits_itself) return undefined;
  const made = result as { id?: unknown } | undefined;
  const in_path = Object.values(params).at(-1);
  return {
    principal_id: principalId(principal),
    actor: principal.actor,
    request_id,
    operation: route.operation,
    resource_id: typeof made?.id === "string" ? made.id : (in_path ?? null),
    // Use only names that we know: a form may hold any others.
    fields: Object.keys(input.body).filter((name) => Object.hasOwn(route.body?.properties ?? {}, name)),
    ...(route.seen_by_organization && params.org_id && { about_organization_id: params.org_id }),
  };
}
