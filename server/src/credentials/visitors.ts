// Finds the principal of a dashboard session or of a one-time link. Sessions are remembered for a moment as keys are; a
// link is used once, so it is looked up each time.

import { hash } from "node:crypto";
import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { type Origin, unauthorized } from "../platform/http/guards/guards.ts";
import type { OperatorPrincipal, VisitorPrincipal } from "../platform/http/principal.ts";
import { andThen, type MaybePromise } from "../platform/maybe-promise.ts";
import { hashKey, isWellFormedKey, type KeyForm } from "./api-key.ts";
import {
  invalid,
  type PersonRules,
  personPrincipal,
  principalOf,
  refuseHolder,
  suspended,
  usedLink,
} from "./holder.ts";
import { createLookUp } from "./look-up.ts";
import { prefixOf } from "./oauth-client.ts";
import { findLinks, findSessions, type PersonVisitor, type Visitor } from "./session-queries.ts";
import { ttlCache } from "./ttl-cache.ts";

type VisitorParts = PersonRules & {
  form: KeyForm;
  other_prefix: string;
  operator: OperatorPrincipal;
  operator_hash: Buffer;
};

export function createVisitors(ctx: Context, parts: VisitorParts) {
  const { form, operator, operator_hash, rate_factor } = parts;
  const session_prefix = prefixOf("ds", form.prefix);
  const link_prefix = prefixOf("dl", form.prefix);
  const other_link_prefix = prefixOf("dl", parts.other_prefix);
  const findSession = createLookUp((hashes: readonly Buffer[]) =>
    findSessions(ctx.db, hashes, { operator_hash, now: ctx.clock.now().toISOString() }),
  );
  const findLink = createLookUp((hashes: readonly Buffer[]) => findLinks(ctx.db, hashes, operator_hash));
  const remembered = ttlCache<{ visitor: Visitor | PersonVisitor | undefined }>();
  const isOver = ({ ends_at }: { ends_at: string }) => new Date(ends_at) <= ctx.clock.now();

  function judge(visitor: Visitor): VisitorPrincipal | ApiError {
    if (visitor.actor === null) return operator;
    return refuseHolder(visitor, "API key", ctx.clock.now()) ?? principalOf(visitor, rate_factor);
  }

  function judgePerson(visitor: PersonVisitor): VisitorPrincipal | ApiError {
    // A view of a suspended organization still reads it: support looks at what went wrong.
    if (visitor.member && visitor.organization?.status === "suspended") return suspended();
    return personPrincipal(visitor, parts, ctx.clock.now());
  }

  function judgeSession({ visitor }: { visitor: Visitor | PersonVisitor | undefined }): VisitorPrincipal | ApiError {
    if (!visitor || isOver(visitor)) return signedOut();
    const principal = "person_id" in visitor ? judgePerson(visitor) : judge(visitor);
    if (principal instanceof ApiError) return principal;
    const session = { id: visitor.by.toString("hex"), expires_at: visitor.ends_at };
    const view_expires_at = "person_id" in visitor ? visitor.viewed_until : null;
    return { ...principal, session: { ...session, view_expires_at } };
  }

  return {
    authenticateSession(token: string, origin?: Origin): MaybePromise<VisitorPrincipal | ApiError> {
      if (!token.startsWith(session_prefix) || !isWellFormedKey(token)) return signedOut();
      const name = hash("sha256", token, "base64");
      const look = async () => ({ visitor: await findSession(hashKey(token, form.pepper), name, origin) });
      return andThen(remembered.find(name) ?? remembered.ask(name, look), judgeSession);
    },
    async authenticateLink(token: string, origin: Origin): Promise<VisitorPrincipal | ApiError> {
      if (token.startsWith(other_link_prefix)) return invalid("This link belongs to the other environment.");
      if (!token.startsWith(link_prefix) || !isWellFormedKey(token)) return invalid("This link is damaged or cut.");
      const visitor = await findLink(hashKey(token, form.pepper), hash("sha256", token, "base64"), origin);
      return visitor && !isOver(visitor) ? judge(visitor) : usedLink();
    },
    forget: remembered.forget,
  };
}

function signedOut(): ApiError {
  return unauthorized("authentication_required", "Your session in the dashboard has ended; sign in again.");
}
