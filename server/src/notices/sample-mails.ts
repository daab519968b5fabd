// One mail of each kind, with sample data: for `segue mail preview`, and for the tests of how mails look.

import type { NoticeFacts, NoticeKind } from "../events/notice.ts";
import type { MailContent, MailKind } from "../mail/mail.ts";
import { invitationMail, invitationUrl } from "../people/invitation.ts";
import { type NoticeLine, noticeMail } from "./notice-mail.ts";

const line = (facts: NoticeFacts, given: Partial<NoticeLine> = {}): NoticeLine => ({
  subject_id: "job_01k8z3v9qxe7p9a4m2c6t5w8rn",
  facts,
  title: null,
  name: null,
  ...given,
});

const since = "2026-01-15T09:30:00Z";

const noticed: Readonly<Record<NoticeKind, readonly NoticeLine[]>> = {
  rejection: [
    line({ reason: "The artwork shows a price." }, { title: "First Light" }),
    line(
      { store_id: "store_auralis", status: "rejected", reason: "Artwork has less than 3000 × 3000 pixels." },
      { title: "Owl <b> & www.example.com", name: "Auralis" },
    ),
    line({ store_id: "store_auralis", status: "action_required", reason: null }, { title: "Dusk", name: "Auralis" }),
  ],
  delivered: [line({}, { title: "First Light" })],
  taken_down: [line({}, { title: "First Light" })],
  statement: [line({ month: "2026-01", amount: "1091.85 EUR" }), line({ month: "2026-01", amount: "40.12 USD" })],
  payout: [
    line({ status: "paid", amount: "1091.85 EUR", reason: null }),
    line({ status: "on_hold", amount: "40.12 USD", reason: "Your bank asks for a passport." }),
  ],
  endpoint: [
    line({ url: "https://hooks.example.com/segue", status: "failing", since }),
    line({ url: "https://old.example.com/segue", status: "disabled", since: null }),
  ],
  review: [line({ since }, { title: "First Light", name: "Nightjar Records" })],
  store: [line({ store_id: "store_auralis", since }, { name: "Auralis" })],
  job: [line({ name: "process_asset" })],
  payout_request: [line({ organization_id: "org_1", amount: "1091.85 EUR" }, { name: "Nightjar Records" })],
};

const isOfStaff = (kind: NoticeKind) => ["review", "store", "job", "payout_request"].includes(kind);

export function sampleMails(public_url: string): Readonly<Record<MailKind, MailContent>> {
  const gathered = Object.entries(noticed).map(([name, lines]) => {
    const kind = name as NoticeKind;
    const organization_name = isOfStaff(kind) ? null : "Nightjar Records";
    return [kind, noticeMail(kind, { lines, count: lines.length, organization_name }, public_url)] as const;
  });
  return {
    invitation: invitationMail(invitationUrl(public_url, "iv_live_sample"), {
      organization_name: "Nightjar Records",
      role: "editor",
    }),
    password_reset: {
      subject: "Set a new password",
      paragraphs: ["A new password was asked for on the sign-in page, for your account."],
      action: { label: "Set a new password", url: `${public_url}/dashboard/reset#token=pr_live_sample` },
    },
    security: { subject: "Your password was changed", paragraphs: ["If it was not you, set a new password now."] },
    ...(Object.fromEntries(gathered) as Record<NoticeKind, MailContent>),
  };
}
