// An address of mail, as people are known by. ASCII only, in lower case: two spellings of one address are one person.

const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
// Blanks, control characters and whatever separates or quotes addresses in a header have no place in one.
const local = /^[\x21\x23-\x2b\x2d-\x3a\x3d\x3f\x41-\x5b\x5d-\x7e]+$/;
const domain = /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)$/;

/** The address in its one form; undefined if the text is none. */
export function readEmail(text: string): string | undefined {
  if (text.length > MAX_LENGTH * 2) return undefined;
  const email = text.trim().toLowerCase();
  const at = email.indexOf("@");
  if (email.length > MAX_LENGTH || at < 1 || at > MAX_LOCAL_LENGTH || at !== email.lastIndexOf("@")) return undefined;
  const isSound = local.test(email.slice(0, at)) && domain.test(email.slice(at + 1));
  return isSound ? email : undefined;
}
