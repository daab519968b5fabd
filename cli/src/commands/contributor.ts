import type { Contributor } from "@segue/sdk";
import { joinedParts, partsOf } from "./semicolons.ts";

/** `Ola Berg:Mixing engineer; Ana Ruiz:Composer`. Undefined: one of them has no role. A colon in a role is written `\:`. */
export function readContributors(text: string): Contributor[] | undefined {
  const read = partsOf(text).map((part) => {
    const at = roleAt(part);
    return {
      name: part.slice(0, at).trim(),
      role: part
        .slice(at + 1)
        .replaceAll("\\:", ":")
        .trim(),
    };
  });
  return read.every(({ name, role }) => name !== "" && role !== "") ? read : undefined;
}

/** The place of the last colon that stands by itself. */
function roleAt(text: string): number {
  for (let at = text.lastIndexOf(":"); at > 0; at = text.lastIndexOf(":", at - 1)) if (text[at - 1] !== "\\") return at;
  return 0;
}

export function contributorsText(contributors: readonly Pick<Contributor, "name" | "role">[]): string {
  return joinedParts(contributors.map(({ name, role }) => `${name}:${role.replaceAll(":", "\\:")}`));
}
