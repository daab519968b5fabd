// A key that a person makes in the dashboard stays when the person goes, so all owners hear of it.

import { type MailParts, queueMails } from "../mail/actions.ts";
import { getOrganization } from "../organizations/actions.ts";
import type { Transaction } from "../platform/context.ts";
import type { OrganizationPrincipal } from "../platform/http/principal.ts";
import { listActiveOwners } from "./member-queries.ts";

/** Bound to the parts of mail: the routes of keys, which know no mail, call the result. */
export function ownersHearOfKeys(mail: MailParts) {
  return async (ctx: Transaction, caller: OrganizationPrincipal, { last4 }: { last4: string }): Promise<void> => {
    const { person, organization_id } = caller;
    if (!person) return;
    const owners = await listActiveOwners(ctx.db, organization_id);
    const { name } = await getOrganization(ctx, organization_id);
    const content = {
      subject: `A new API key of ${name}`,
      paragraphs: [
        `A member made an API key that ends in ${last4}. The list of keys says who made it.`,
        "It works until it is revoked, also when this member is removed. If you do not expect it, revoke it.",
      ],
      action: { label: "See the API keys", url: `${mail.links.public_url}/dashboard/developers` },
    };
    const head = { kind: "security", about_organization: organization_id, content } as const;
    const mails = owners.map(({ id, email }) => ({ ...head, to: email, person_id: id }));
    await queueMails(ctx, mail, mails);
  };
}
