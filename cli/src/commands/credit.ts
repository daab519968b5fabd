import type { Artist } from "@segue/sdk";
import { joinedParts, partsOf } from "./semicolons.ts";

/** An artist and what they did, written `Name` or `Name:role`. */
export type Credit = Pick<Artist, "name" | "role">;

/** The service checks the role: `AC:DC` is a name, and `re:creation` can be written `re:creation:main`. */
function readCredit(text: string): Credit {
  const [, name = text, role = "main"] = /^(.+):([a-z]+)$/s.exec(text.trim()) ?? [];
  return { name: name.trim(), role: role as Credit["role"] };
}

/** For an option that may be given several times. */
export function appendCredit(text: string, before: Credit[] = []): Credit[] {
  return [...before, readCredit(text)];
}

/** Artists on one line, for people. */
export function creditLine<T extends { artists: Credit[] | null }>(resource: T): T | (Omit<T, "artists"> & object) {
  const named = resource.artists?.map(({ name, role }) => (role === "main" ? name : `${name} (${role})`));
  return { ...resource, artists: named?.join(", ") ?? null };
}

/** `Vera Lux; Ola Berg:featured` */
export function readCredits(text: string): Credit[] {
  return partsOf(text).map(readCredit);
}

/** As `readCredits` reads it. */
export function creditsText(credits: readonly Credit[]): string {
  const written = ({ name, role }: Credit) => (role === "main" && !/:[a-z]+$/.test(name) ? name : `${name}:${role}`);
  return joinedParts(credits.map(written));
}
