// A person whom the identity provider has named: found by its account there, or by its address and then bound to that account.
//
// Somebody may have set up an account with an address that was not verified, before the owner of the address comes by the
// identity provider. So binding such an account ends its password, its second factor and its sessions.

import { type NewSession, startSession } from "../credentials/session-actions.ts";
import { audit } from "../organizations/actions.ts";
import { type Context, type Transaction, timestamp, transaction } from "../platform/context.ts";
import { isUniqueViolation } from "../platform/database/failure.ts";
import { ApiError } from "../platform/errors.ts";
import { principalId, type VisitorPrincipal } from "../platform/http/principal.ts";
import { endOldAccount, type LinkParts, takeSeat } from "./acceptance-actions.ts";
import { type Account, findAccount } from "./account-queries.ts";
import type { Identity } from "./identity-provider.ts";
import {
  activatePerson,
  bindIdentity,
  findOpenInvitation,
  IDENTITY_CONSTRAINT,
  lockPersonByEmail,
  lockPersonByIdentity,
} from "./identity-queries.ts";
import { deleteInvitationLinks } from "./invitation-queries.ts";
import { noteArrival, tellPerson } from "./session-actions.ts";
import { seatOf } from "./sign-in.ts";
import { SignInRefused } from "./sign-in-refusal.ts";

/** `invitation_id`: the member or staff entry that is accepted by this sign-in. */
export type FederatedSignIn = {
  identity: Identity;
  invitation_id: string | null;
  request_id: string;
  session: NewSession;
};

/** Returns the token of the session, or throws `SignInRefused`: then nothing has changed. */
export async function signInByIdentity(ctx: Context, parts: LinkParts, given: FederatedSignIn): Promise<string> {
  const signIn = () => transaction(ctx, (ctx) => beginSession(ctx, parts, given));
  try {
    return await signIn();
  } catch (error) {
    // Another sign-in has just bound this account of the provider. Now it is found by it.
    if (isUniqueViolation(error, IDENTITY_CONSTRAINT)) return signIn();
    throw error;
  }
}

async function beginSession(ctx: Transaction, parts: LinkParts, given: FederatedSignIn): Promise<string> {
  const { identity, invitation_id, request_id, session } = given;
  const account = await findBound(ctx, parts, identity);
  const principal =
    invitation_id === null
      ? await ownSeat(ctx, parts, account)
      : await acceptByIdentity(ctx, parts, account, { id: invitation_id, identity, request_id });
  const { token } = await startSession(ctx, principal, session);
  await noteArrival(ctx, parts, principal, session.place);
  await audit(ctx, {
    principal_id: principalId(principal),
    actor: account.id,
    request_id,
    operation: "signIn",
    resource_id: null,
    fields: [],
  });
  return token;
}

async function findBound(ctx: Transaction, parts: LinkParts, identity: Identity): Promise<Account> {
  const bound = await lockPersonByIdentity(ctx.db, identity);
  if (bound) return activeAccount(ctx, bound.id);
  const named = await lockPersonByEmail(ctx.db, identity.email);
  if (!named) throw new SignInRefused("no_person");
  const account = await activeAccount(ctx, named.id);
  if (account.issuer === null) return bind(ctx, parts, account, identity);
  // A sign-in of the same person may have bound it while this one waited for the lock.
  const meanwhile = await lockPersonByIdentity(ctx.db, identity);
  if (meanwhile?.id !== account.id) throw new SignInRefused("other_identity");
  return account;
}

async function activeAccount(ctx: Transaction, id: string): Promise<Account> {
  const account = await findAccount(ctx.db, id);
  if (!account) throw new SignInRefused("no_person");
  if (account.status === "disabled") throw new SignInRefused("disabled");
  return account;
}

async function bind(ctx: Transaction, parts: LinkParts, account: Account, identity: Identity): Promise<Account> {
  const { id, email_verified_at, status } = account;
  const isBound = await bindIdentity(ctx.db, { ...identity, id, now: timestamp(ctx) });
  if (!isBound) throw new SignInRefused("other_identity");
  const endsOld = email_verified_at === null && status === "active";
  if (endsOld) await endOldAccount(ctx, id);
  const provider = new URL(identity.issuer).hostname;
  await tellPerson(ctx, parts.mail, account, {
    subject: "Your account is bound to an identity provider",
    paragraphs: [
      `From now on ${provider} signs you in to this account, with the account that you used there.`,
      ...(endsOld
        ? ["Your address had not been verified until now, so its password, second factor and sessions ended."]
        : []),
      "If it was not you, tell the people who run this service: they can unbind it.",
    ],
  });
  return activeAccount(ctx, id);
}

async function ownSeat(ctx: Transaction, { rules }: LinkParts, account: Account): Promise<VisitorPrincipal> {
  // An invited person has no seat before it accepts.
  const seat = account.status === "active" ? await seatOf(ctx, rules, account, true) : "no_seat";
  if (typeof seat === "string") throw new SignInRefused(seat);
  return seat;
}

async function acceptByIdentity(
  ctx: Transaction,
  parts: LinkParts,
  { id: person_id, email }: Account,
  { id, identity, request_id }: { id: string; identity: Identity; request_id: string },
): Promise<VisitorPrincipal> {
  const link = await findOpenInvitation(ctx.db, { id, person_id, now: timestamp(ctx) });
  if (!link) throw new SignInRefused("invitation");
  await activatePerson(ctx.db, { id: person_id, name: identity.name ?? email });
  await deleteInvitationLinks(ctx.db, link);
  try {
    return await takeSeat(ctx, parts, { person_id, link, request_id, is_federated: true });
  } catch (error) {
    if (error instanceof ApiError) throw new SignInRefused("invitation", error.message);
    throw error;
  }
}
