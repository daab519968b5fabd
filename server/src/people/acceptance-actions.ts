// An invitation is accepted with its link: by a new person with a name and a password, by a known one with its session or its
// password. A stranger who set an account up before its address was verified must not stay in it when the owner of the address
// comes: a mailed link then sets a new password, and ends the sessions and the second factor of before.

import { hashKey, isWellFormedKey, type KeyForm } from "../credentials/api-key.ts";
import { invalid } from "../credentials/holder.ts";
import { prefixOf } from "../credentials/oauth-client.ts";
import { deleteSessionsOfPerson } from "../credentials/session-queries.ts";
import { audit } from "../organizations/actions.ts";
import { type Chance, type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, type Issue, problem, validationError } from "../platform/errors.ts";
import { unauthorized } from "../platform/http/guards/guards.ts";
import { OutOfDate } from "../platform/http/idempotency.ts";
import { type Principal, personOf, type VisitorPrincipal } from "../platform/http/principal.ts";
import { type Account, findAccount, findSeats, lockAccount, removeFactor } from "./account-queries.ts";
import {
  acceptMember,
  acceptStaff,
  findInvited,
  findPersonLink,
  type PersonLink,
  setUpAccount,
  takePersonLink,
  verifyAccount,
} from "./link-queries.ts";
import { newPassword } from "./password.ts";
import { noPasswords, principalOfSeat, proveFactor, provePassword, type SignInParts } from "./sign-in.ts";
import { takeTry } from "./tries.ts";

export type LinkParts = SignInParts & { form: KeyForm };

type Acceptance = { token: string; name?: string; password?: string; code?: string };

/** `invitation_id`: the member or staff entry, by which a sign-in at the identity provider accepts it. */
export type ShownInvitation = {
  email: string;
  organization_name: string | null;
  role: string;
  has_account: boolean;
  can_set_password: boolean;
  invitation_id: string;
};

export async function readInvitation(
  ctx: Context,
  parts: LinkParts,
  { token, address }: { token: string; address: string },
): Promise<ShownInvitation> {
  await takeTry(ctx, "address", { pepper: parts.pepper, about: address });
  const { account, link } = await openInvitation(ctx, parts, token);
  const invited = await findInvited(ctx.db, link);
  if (!invited) throw usedInvitation();
  const { id, role, organization_name } = invited;
  const has_account = account.status === "active";
  const can_set_password = parts.sign_in === "password" && setsPassword(account, link);
  return { email: account.email, organization_name, role, has_account, can_set_password, invitation_id: id };
}

type Opened = { account: Account; link: PersonLink };

async function openInvitation(ctx: Context, { form }: LinkParts, token: string): Promise<Opened> {
  const hash = invitationHash(form, token);
  const link = await findPersonLink(ctx.db, { hash, kind: "invitation", now: timestamp(ctx) });
  const account = link && (await findAccount(ctx.db, link.person_id));
  if (!link || !account || account.status === "disabled") throw usedInvitation();
  return { account, link };
}

function invitationHash(form: KeyForm, token: string): Buffer {
  if (!token.startsWith(prefixOf("iv", form.prefix)) || !isWellFormedKey(token)) throw usedInvitation();
  return hashKey(token, form.pepper);
}

/** A new person does, and one whose address a mailed link verifies only now. */
function setsPassword({ status, email_verified_at, issuer }: Account, { verifies }: PersonLink): boolean {
  return status === "invited" || (verifies && email_verified_at === null && issuer === null);
}

/** How the person behind the link is known: by a new password, by its own, or by its session. */
type Proof = Opened & ({ by: "new_password"; hash: string; name: string } | { by: "password" | "session" });

export async function proveAcceptance(
  ctx: Context,
  parts: LinkParts,
  { given, principal, address }: { given: Acceptance; principal: Principal | undefined; address: string },
): Promise<Proof> {
  await takeTry(ctx, "address", { pepper: parts.pepper, about: address });
  const opened = await openInvitation(ctx, parts, given.token);
  const { account, link } = opened;
  const visitor = principal && personOf(principal);
  if (visitor && visitor.id !== account.id)
    throw new ApiError("invalid_state", "Another person is signed in here: sign out first, then open the link again.");
  if (parts.sign_in === "oidc" && !visitor) throw noPasswords();
  if (parts.sign_in === "password" && setsPassword(account, link)) return proveByNew(ctx.chance, opened, given);
  if (visitor) return { ...opened, by: "session" };
  if (given.password === undefined) {
    const message = "You have an account: sign in, or send your `password` with the token.";
    throw unauthorized("authentication_required", message);
  }
  const { email } = account;
  await provePassword(ctx, parts, { email, password: given.password, address, needs_seat: false });
  await proveFactor(ctx, parts, account, given.code);
  return { ...opened, by: "password" };
}

async function proveByNew(chance: Chance, opened: Opened, given: Acceptance): Promise<Proof> {
  const { account } = opened;
  const { name = account.status === "active" ? account.name : undefined, password } = given;
  if (name === undefined || password === undefined) throw validationError(missing({ name, password }));
  return { ...opened, by: "new_password", hash: await newPassword(chance, password, account.email), name };
}

function missing(given: Record<string, string | undefined>): Issue[] {
  return Object.entries(given)
    .filter(([, value]) => value === undefined)
    .map(([name]) => problem(name, "is required to make your account", "missing_required_field"));
}

/** Uses the link up, and returns what the person acts as from now on. */
export async function accept(
  ctx: Transaction,
  parts: LinkParts,
  { token, request_id }: { token: string; request_id: string },
  proof: Proof,
): Promise<VisitorPrincipal> {
  const now = timestamp(ctx);
  const link = await takePersonLink(ctx.db, { hash: invitationHash(parts.form, token), kind: "invitation", now });
  const account = link && (await lockAccount(ctx.db, link.person_id));
  if (!link || !account || account.status === "disabled") throw usedInvitation();
  const isSame = account.password === proof.account.password && account.status === proof.account.status;
  if (!isSame) throw new OutOfDate();
  const { id } = account;
  if (proof.by === "new_password") {
    if (account.status === "active") await endOldAccount(ctx, id);
    const verified_at = link.verifies ? now : null;
    await setUpAccount(ctx.db, { id, name: proof.name, password: proof.hash, verified_at });
  } else if (link.verifies) await verifyAccount(ctx.db, id, now);
  return takeSeat(ctx, parts, { person_id: id, link, request_id, is_federated: false });
}

/** The member or staff entry becomes active. */
export async function takeSeat(
  ctx: Transaction,
  { rules }: Pick<LinkParts, "rules">,
  given: {
    person_id: string;
    link: Pick<PersonLink, "member_id" | "staff_id">;
    request_id: string;
    is_federated: boolean;
  },
): Promise<VisitorPrincipal> {
  const { person_id, link, request_id, is_federated } = given;
  const { member_id, staff_id } = link;
  const now = timestamp(ctx);
  const isTaken =
    member_id === null ? await acceptStaff(ctx.db, staff_id ?? "", now) : await acceptMember(ctx.db, member_id, now);
  const [account, seats] = await Promise.all([findAccount(ctx.db, person_id), findSeats(ctx.db, person_id)]);
  const seat = seats.find(({ member, staff }) => (member_id === null ? staff !== null : member?.id === member_id));
  if (!isTaken || !account || !seat || seat.organization?.status === "suspended") throw usedInvitation();
  await audit(ctx, {
    principal_id: seat.organization?.organization_id ?? "operator",
    actor: person_id,
    request_id,
    operation: "acceptInvitation",
    resource_id: member_id ?? staff_id,
    fields: [],
  });
  return principalOfSeat(ctx, rules, account, { seat, seats, is_federated });
}

export async function endOldAccount(ctx: Transaction, person_id: string): Promise<void> {
  await removeFactor(ctx.db, person_id);
  await deleteSessionsOfPerson(ctx.db, person_id);
}

function usedInvitation(): ApiError {
  return invalid("This invitation was used, replaced or revoked, or has expired; ask for a new one.");
}
