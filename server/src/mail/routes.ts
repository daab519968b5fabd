import { Type } from "typebox";
import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { isFromElsewhere } from "../platform/http/guards/session-cookie.ts";
import { mapPage, type Page, type PageAsked } from "../platform/http/pagination.ts";
import { type Answer, type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import { type MailParts, sealedAs } from "./actions.ts";
import { openUnsubscribe, readMail } from "./composing.ts";
import { Mail, type MailContent, mailKinds, mailStatuses, READABLE_DAYS, SandboxMail, Unsubscribe } from "./mail.ts";
import { listAnyMails, listReadableMails, type ReadableMail, turnOff } from "./queries.ts";
import { retryAnyMail } from "./sending.ts";

const To = Type.Optional(
  Type.String({ maxLength: 254, description: "Only mails to this address.", examples: ["ana@example.com"] }),
);

export const mailRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/operator/mails",
    operation: "listMails",
    tag: "Operator",
    summary: "List mails to people, newest first",
    description: "Without their text, since it may hold links that sign in. A mail is listed for 90 days.",
    access: "operator",
    query: Type.Object({ status: OneOf(mailStatuses), kind: OneOf(mailKinds), to: To }),
    success: { status: 200, schema: Mail, list: true },
    handle: (ctx, { query: { to, ...query }, page }) => listAnyMails(ctx.db, { ...query, ...page, ...lowered(to) }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/mails/{mail_id}/retry",
    operation: "retryMail",
    tag: "Operator",
    summary: "Send a failed mail again",
    description: "It gets all its tries again. A mail whose link has expired fails again.",
    access: "operator",
    success: { status: 202, schema: Mail },
    errors: ["invalid_state"],
    handle: (ctx, { params }) => retryAnyMail(ctx, params.mail_id),
  }),
];

/** Addresses are kept in lower case. */
const lowered = (to: string | undefined) => (to === undefined ? {} : { to: to.trim().toLowerCase() });

export const sandboxMailRoutes = (parts: MailParts): Route[] => [
  route({
    method: "GET",
    path: "/v1/sandbox/mails",
    operation: "listSandboxMails",
    tag: "Sandbox",
    summary: "Read the mails to your members, newest first",
    description:
      "The sandbox sends no mail: it writes files, and shows here what your members would have got in the last seven days, with the links.",
    access: { scope: "members:write" },
    query: Type.Object({ to: To }),
    success: { status: 200, schema: SandboxMail, list: true },
    handle: (ctx, { principal: { organization_id, is_view }, query, page }) => {
      if (is_view) throw new ApiError("insufficient_scope", "A view shows no mails: their links sign in as a member.");
      return listReadable(ctx, organization_id, parts, { ...page, ...lowered(query.to) });
    },
  }),
];

async function listReadable(
  ctx: Context,
  organization_id: string,
  parts: MailParts,
  filter: PageAsked & { to?: string },
): Promise<Page<SandboxMail>> {
  const since = new Date(ctx.clock.now().getTime() - READABLE_DAYS * 86_400_000).toISOString();
  const page = await listReadableMails(ctx.db, organization_id, { ...filter, since });
  return mapPage(page, (row) => withText(parts, row));
}

function withText(parts: MailParts, { person_id, content: sealed, ...mail }: ReadableMail): SandboxMail {
  const content =
    sealed === null ? undefined : (parts.vault.open(sealed, sealedAs(mail.id)) as MailContent | undefined);
  if (!content) return { ...mail, text: null, links: [] };
  const { text, links } = readMail(parts, { kind: mail.kind, person_id, content });
  return { ...mail, text, links };
}

/** The link of a mail that turns its kind off. It needs no sign-in: who has the mail may stop it. */
export const unsubscribeRoutes = ({ vault }: Pick<MailParts, "vault">): Route[] => [
  route({
    page: true,
    tag: "Service",
    body_limit: 4_096,
    method: "POST",
    path: "/dashboard/unsubscribe",
    operation: "unsubscribe",
    summary: "Turn off a kind of mail by the link in one",
    access: "session",
    body: Unsubscribe,
    success: { status: 200, content_type: "application/json; charset=utf-8" },
    gives: "answer",
    handle: async (ctx, { body, headers }): Promise<Answer> => {
      if (isFromElsewhere(headers))
        throw new ApiError("invalid_request", "Open the link of the mail, and send this from its page.");
      const asked = openUnsubscribe(vault, body.token);
      if (!asked || !(await turnOff(ctx.db, asked)))
        throw new ApiError("invalid_credentials", "This link is not valid. Choose your mails on your page Me.");
      return { status: 200, payload: JSON.stringify({ kind: asked.kind }) };
    },
  }),
];
