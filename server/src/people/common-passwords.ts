// The passwords that are guessed first. The list is loaded when the first password is set, since it takes a megabyte.

import { once } from "../platform/once.ts";

const COUNT = 10_000;

const load = once(async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, COUNT).map((password) => String(password).toLowerCase()));
});

export async function isCommonPassword(folded: string): Promise<boolean> {
  return (await load()).has(folded);
}
