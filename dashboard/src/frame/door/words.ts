// The words of the pages before the sign-in.

export const doorWords = {
  email: "Email",
  password: "Password",
  newPassword: "New password",
  passwordHint: "At least 10 characters. Several words are easier to keep in mind than one.",
  code: "Code",
  codeHint: "Six digits of your authenticator app, or a recovery code.",
  signInWith: (provider: string) => `Sign in with ${provider}`,
  toStart: "To the sign-in",
} as const;

export const signInWords = {
  title: "Sign in to Segue",
  send: "Sign in",
  forgotten: "Forgotten password",
  withKey: "Sign in with an API key",
  key: "API key",
  keyHint: {
    sandbox: "The key begins with sk_test_, or is the operator key.",
    production: "The key begins with sk_live_, or is the operator key.",
  },
  sendKey: "Sign in with this key",
  onMachine: "On the machine that runs Segue,",
  command: "npx segue dashboard",
  printsLink: "prints a link that signs you in.",
  documentation: "Documentation",
} as const;

export const acceptWords = {
  title: "Invitation",
  noToken: "This page needs the link of your invitation. Open the link again, or ask for a new one.",
  staff: "the staff of this service",
  join: (place: string) => `Join ${place}`,
  about: (email: string, role: string) => `${email} is invited with the role ${role}.`,
  otherPerson: (email: string) => `You are signed in as ${email}. Sign out first to accept this invitation.`,
  signOut: "Sign out and go on",
  name: "Your name",
  ownPassword: "You have an account already: the password that you sign in with.",
  send: "Accept the invitation",
  acceptWith: (provider: string) => `Accept with ${provider}`,
} as const;

export const forgotWords = {
  title: "Forgotten password",
  about: "You get a mail with a link to set a new one.",
  send: "Send the link",
  done: "If there is an account with this address, a mail is on its way. Its link works once, for 60 minutes.",
} as const;

export const resetWords = {
  title: "New password",
  about: "It ends all your sessions. A second factor stays.",
  noToken: "This page needs the link of the mail. Open the link again, or ask for a new one on the sign-in page.",
  send: "Set the password",
  done: "The new password is set, and all your sessions have ended.",
  signIn: "Sign in",
} as const;

export const unsubscribeWords = {
  title: "Stop a kind of mail",
  about: "You will get no more mails of the kind that this link came with. You can turn it on again on your page Me.",
  noToken: "This page needs the link of the mail. Open the link again, or choose your mails on your page Me.",
  send: "Stop these mails",
  done: (kind: string) => `You will get no more mails of the kind “${kind}”. You can turn it on again on your page Me.`,
} as const;
