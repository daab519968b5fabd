// The words of the page of the person who is signed in, in the order of the page.

import type { MailKind } from "@segue/sdk";

export const meWords = {
  title: "Me",
  /** By the name of a tab in the address. */
  tabs: { profile: "Profile", factor: "Second factor", sessions: "Sessions", notifications: "Notifications" },
  needsFactor: {
    title: "Set up a second factor to go on",
    text: "This service asks for a second factor. All other pages open once you have one.",
  },
} as const;

export const profileWords = {
  facts: {
    email: "Email",
    verified: "Email verified",
    notVerified: "Not yet",
    provider: "Identity provider",
    role: "Roles",
    roleAt: (role: string, place: string) => `${role} at ${place}`,
    operator: "the operator",
    since: "Since",
    lastSignIn: "Last sign-in",
    none: "None",
  },
  name: { title: "Name", field: "Your name", send: "Save the name", done: "Your name is saved." },
  password: {
    title: "Password",
    none: "You sign in with the identity provider and have no password.",
    about: "A new password ends all your other sessions.",
    current: "Present password",
    next: "New password",
    hint: "At least 10 characters. Several words are easier to keep in mind than one.",
    send: "Change the password",
    done: "The password is changed, and your other sessions have ended.",
  },
} as const;

export const factorWords = {
  title: "Second factor",
  off: "Off",
  on: "On",
  offHint: "With a second factor, a sign-in needs a code of an app on your phone besides the password.",
  onHint: "A sign-in needs a code of your authenticator app, or a recovery code.",
  begin: "Set it up",
  setUp: "Set up a second factor",
  password: "Your password",
  passwordHint: "So that no one else turns it on while you are away.",
  next: "Next",
  scan: "Scan this with your authenticator app, or type the secret into it. Then enter the code that it shows.",
  qr: "QR code for the authenticator app",
  secret: "Secret",
  code: "Code",
  codeHint: "Six digits of your authenticator app, or a recovery code.",
  firstCodeHint: "Six digits of your authenticator app.",
  confirm: "Turn it on",
  confirmed: "The second factor is on.",
  remove: "Remove it",
  removeQuestion: "Remove the second factor?",
  removeHint: "From then on a sign-in needs the password alone. The recovery codes end, too.",
  removed: "The second factor is removed.",
  renew: "New recovery codes",
  renewQuestion: "Make ten new recovery codes?",
  renewHint: "The old ones end at once.",
  codes: {
    title: "Recovery codes",
    hint: "Each works once in place of the app. Keep them where you find them without your phone. They are shown only this once.",
    list: "Codes",
    download: "Download",
    file: "segue-recovery-codes.txt",
    close: "Close",
    done: "I have them",
  },
} as const;

export const sessionsWords = {
  title: "Sessions",
  about: "Browsers that are signed in as you. A session ends by itself after 12 hours.",
  columns: { session: "Browser", seen: "Last seen", since: "Since", expires: "Ends" },
  current: "This browser",
  unknownAgent: "An unnamed program",
  unknownAddress: "Unknown address",
  none: "No sessions",
  end: "End",
  endOf: (agent: string) => `End: ${agent}`,
  ended: "The session has ended.",
} as const;

/** By kind of mail: when it is written. */
const when = {
  rejection: "A submission was rejected, or a store rejected or flagged a release.",
  delivered: "A delivery has arrived at its stores.",
  taken_down: "The last store has confirmed a takedown.",
  statement: "A royalty statement was written.",
  payout: "A payout was put on hold, paid, or failed.",
  endpoint: "A webhook endpoint has failed for an hour, or was disabled.",
  review: "Submissions wait for their review; at most once a day.",
  store: "A store has failed for an hour.",
  job: "A background job failed for good.",
  payout_request: "A payout was requested.",
} as const satisfies Partial<Record<MailKind, string>>;

export const notificationWords = {
  title: "Notifications",
  about: "Mails about invitations, your password and your security always come.",
  ofMembers: "From your organizations",
  ofStaff: "From the operator's pages",
  when,
} as const;
