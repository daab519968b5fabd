// Sessions of people: what the pages are told of one, how it begins, and how a person goes to another seat.

import type { DashboardSession, Membership } from "../credentials/dashboard-session.ts";
import type { PersonRules } from "../credentials/holder.ts";
import { type NewSession, sessionHash, startSession } from "../credentials/session-actions.ts";
import { setView } from "../credentials/session-queries.ts";
import { type MailParts, queueMail } from "../mail/actions.ts";
import { getOrganization } from "../organizations/actions.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { addressKey } from "../platform/http/guards/client-address.ts";
import type { OperatorPrincipal, PersonPrincipal, Principal, VisitorPrincipal } from "../platform/http/principal.ts";
import { scopes } from "../rights/scope.ts";
import {
  type Account,
  findAccount,
  findSeats,
  noteSeat,
  noteSeen,
  noteSignIn,
  type OpenSeat,
  wasSeen,
} from "./account-queries.ts";
import { principalOfSeat, SEEN_DAYS } from "./sign-in.ts";
import { hashTried } from "./tries.ts";

const VIEW_MINUTES = 30;
const MAX_AGENT_LENGTH = 200;

export type PersonSessionParts = { pepper: Buffer; mail: MailParts; rules: PersonRules };

/** The browser's name for itself, as it may be shown. */
export function shownAgent(user_agent: string | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go.
  return user_agent?.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "").slice(0, MAX_AGENT_LENGTH) ?? null;
}

/** Null for a visitor who is not signed in. */
export async function showSession(ctx: Context, principal: Principal | undefined): Promise<DashboardSession | null> {
  if (principal === undefined || principal.kind === "store" || !principal.session) return null;
  const { expires_at } = principal.session;
  const personal = principal.person ? await showPerson(ctx, principal.person.id, principal) : noPerson;
  const common = { ...personal, expires_at, lacks_second_factor: principal.person?.lacks_second_factor ?? false };
  if (principal.kind === "operator") {
    const seat = { kind: "operator", organization_id: null, name: "Operator", tier: null } as const;
    return { ...seat, ...common, scopes: [], labels: null, view_expires_at: null };
  }
  const { organization_id, scopes, labels, is_view } = principal;
  const { id, name, tier } = await getOrganization(ctx, organization_id);
  const view_expires_at = is_view ? (principal.session.view_expires_at ?? null) : null;
  return { kind: "organization", organization_id: id, name, tier, ...common, scopes, labels, view_expires_at };
}

const noPerson = { person: null, role: null, memberships: null, staff_role: null };

async function showPerson(ctx: Context, person_id: string, principal: VisitorPrincipal) {
  const [account, seats] = await Promise.all([findAccount(ctx.db, person_id), findSeats(ctx.db, person_id)]);
  if (!account) throw notFound("person");
  const { id, email, name } = account;
  const own = seats.find(({ member }) => member !== null && member.id === principal.person?.member_id);
  const staff_role = seats.find(({ staff }) => staff !== null)?.staff?.role ?? null;
  return {
    person: { id, email, name },
    role: own?.member?.role ?? null,
    memberships: membershipsOf(seats),
    staff_role,
  };
}

export function membershipsOf(seats: readonly OpenSeat[]): Membership[] {
  return seats.flatMap(({ member, organization }) =>
    member && organization
      ? [
          {
            member_id: member.id,
            organization_id: organization.organization_id,
            organization_name: organization.name,
            role: member.role,
            labels: member.labels,
          },
        ]
      : [],
  );
}

/** After the session began: when and where the person was seen, and a mail if it was never seen there before. */
export async function noteArrival(
  ctx: Transaction,
  parts: PersonSessionParts,
  principal: VisitorPrincipal,
  { address, user_agent }: { address: string | null; user_agent: string | null },
): Promise<void> {
  if (!principal.person) return;
  const { id } = principal.person;
  const now = timestamp(ctx);
  const place = hashTried(parts.pepper, addressKey(address ?? ""));
  const agent = hashTried(parts.pepper, `${addressKey(address ?? "")} ${user_agent ?? ""}`);
  const since = new Date(ctx.clock.now().getTime() - SEEN_DAYS * 86_400_000).toISOString();
  const account = await findAccount(ctx.db, id);
  const isNew = account?.last_sign_in_at && !(await wasSeen(ctx.db, { person_id: id, hash: agent, since }));
  await noteSeen(ctx.db, { person_id: id, hashes: [place, agent], now });
  const seat_of = principal.kind === "organization" ? principal.organization_id : null;
  await noteSignIn(ctx.db, { id, now, seat_of });
  if (!account || !isNew) return;
  await tellPerson(ctx, parts.mail, account, {
    subject: "A sign-in from a new place",
    paragraphs: [
      `Your account was used to sign in from the address ${address ?? "unknown"}, with ${user_agent ?? "an unnamed program"}.`,
      "If it was not you, end that session on the page Me and choose a new password, if you have one.",
    ],
  });
}

/** A mail about the security of an account. It cannot be turned off. */
export async function tellPerson(
  ctx: Transaction,
  mail: MailParts,
  { id, email }: Pick<Account, "id" | "email">,
  content: { subject: string; paragraphs: string[] },
): Promise<void> {
  await queueMail(ctx, mail, { kind: "security", to: email, person_id: id, about_organization: null, content });
}

/** To another organization of the person, or to the operator's pages. The session before ends. */
export async function switchSeat(
  ctx: Transaction,
  principal: PersonPrincipal,
  { to, rules, ...session }: NewSession & { to: { organization_id: string } | { operator: true }; rules: PersonRules },
): Promise<{ token: string; principal: VisitorPrincipal }> {
  const { id, is_federated } = principal.person;
  const [account, seats] = await Promise.all([findAccount(ctx.db, id), findSeats(ctx.db, id)]);
  const seat = seats.find(({ organization, staff }) =>
    "organization_id" in to ? organization?.organization_id === to.organization_id : staff !== null,
  );
  if (!account || !seat || seat.organization?.status === "suspended") throw notFound("membership");
  if (seat.organization) await noteSeat(ctx.db, id, seat.organization.organization_id);
  const next = principalOfSeat(ctx, rules, account, { seat, seats, is_federated });
  return startSession(ctx, next, { ...session, expires_at: principal.session.expires_at });
}

/** For half an hour this session of staff reads an organization as an owner does. */
export async function viewOrganization(
  ctx: Transaction,
  principal: OperatorPrincipal,
  organization_id: string,
): Promise<DashboardSession | null> {
  if (!principal.session || !principal.person)
    throw new ApiError(
      "insufficient_scope",
      "A view belongs to a person's session; sign in to the dashboard as staff.",
    );
  const { id, tier } = await getOrganization(ctx, organization_id);
  const view_expires_at = new Date(ctx.clock.now().getTime() + VIEW_MINUTES * 60_000).toISOString();
  await setView(ctx.db, { hash: sessionHash(principal.session), organization_id: id, viewed_until: view_expires_at });
  const { staff, kind, session, ...person } = principal;
  const view = { kind: "organization", organization_id: id, tier, scopes, labels: null, expires_at: null } as const;
  return showSession(ctx, { ...person, ...view, is_view: true, session: { ...session, view_expires_at } });
}
