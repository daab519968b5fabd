// Mail to people: its kinds, and what one says. A mail has one recipient and no text that a stranger chose freely.

export const mailKinds = [
  "invitation",
  "password_reset",
  "security",
  "rejection",
  "delivered",
  "taken_down",
  "statement",
  "payout",
  "endpoint",
  "review",
  "store",
  "job",
  "payout_request",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** All of it is text: names and reasons are escaped where it becomes HTML, and no part of them becomes a link. */
export type MailContent = {
  subject: string;
  paragraphs: readonly string[];
  /** What happened, one line each. */
  list?: readonly string[];
  /** The one thing to do, as a button. Its address is ours. */
  action?: { label: string; url: string };
};

export type NewMail = {
  kind: MailKind;
  to: string;
  person_id: string | null;
  organization_id: string | null;
  /** Mail that waited longer is not sent: its link would not work any more. */
  expires_at?: string;
  content: MailContent;
};
