// Why a sign-in by the identity provider is refused, as the page says it. Each says whom to ask.

type Refusal = { status: number; title: string; text: string };

const operator = "ask the people who run this service";

/** The one table of these pages. Its keys are labels of the metric. */
export const signInRefusals = {
  not_started: {
    status: 400,
    title: "Start this sign-in again",
    text: "It was started in another browser or more than ten minutes ago, or it was used before. Go back to the sign-in page and start again.",
  },
  from_elsewhere: {
    status: 400,
    title: "Open the link of your invitation",
    text: "Another site sent you here. An invitation is accepted on the page of its link. If you have no link, ask the person who invited you.",
  },
  too_many_tries: {
    status: 429,
    title: "Too many tries",
    text: "There were many sign-ins from your network within a minute. Wait a minute, then try again.",
  },
  refused_by_provider: {
    status: 401,
    title: "Your identity provider did not sign you in",
    text: "It refused, or the sign-in was cancelled there. Try again. If it goes on, ask the people who manage your identity provider.",
  },
  token: {
    status: 401,
    title: "The answer of the identity provider was refused",
    text: `It is not signed as it must be, is not for this service, or is too old. Try again. If it goes on, ${operator}: their log has the reason.`,
  },
  unverified: {
    status: 403,
    title: "Your email address is not verified",
    text: "Your identity provider must say that your address is verified, and it does not. Ask the people who manage it.",
  },
  no_person: {
    status: 403,
    title: "You have no account here",
    text: `No account has the address that your identity provider names. Ask an owner of your organization to invite this address, or ${operator}.`,
  },
  other_identity: {
    status: 403,
    title: "This address belongs to another sign-in",
    text: `The account with your address is bound to another account at an identity provider. If that was yours, ${operator} to unbind it.`,
  },
  disabled: {
    status: 403,
    title: "Your account is disabled",
    text: `You cannot sign in at the moment. If you do not know why, ${operator}.`,
  },
  no_seat: {
    status: 403,
    title: "You are not a member of an organization",
    text: "If you were invited, open the link of the invitation. If you have none, ask an owner of your organization to invite you.",
  },
  suspended: {
    status: 403,
    title: "Your organization is suspended",
    text: `Its members cannot sign in at the moment. If you do not know why, ${operator}.`,
  },
  invitation: {
    status: 403,
    title: "This invitation cannot be accepted",
    text: "It was used, replaced or revoked, has expired, or is for another address than that of your identity provider. Ask the person who invited you for a new one.",
  },
  provider_away: {
    status: 503,
    title: "The identity provider cannot be reached",
    text: `It did not answer as it must, so signing in by it does not work now. Try again in a minute. If it goes on, ${operator}.`,
  },
} as const satisfies Record<string, Refusal>;
export type SignInRefusal = keyof typeof signInRefusals;

/** Thrown inside the transaction: a sign-in that is refused changes nothing. `message` is for the operator's log. */
export class SignInRefused extends Error {
  constructor(
    readonly reason: SignInRefusal,
    message = "",
  ) {
    super(message);
  }
}
