// The allowed values of ERN 3.8.3 where they are others than those of ERN 4.

import { wordsOfRole } from "./contributor-role.ts";
import type { Code } from "./ern.ts";

/** Roles of those who made the work. Everybody else had part in the recording. */
const workRoles = new Set([
  "Adapter",
  "Arranger",
  "Author",
  "Composer",
  "ComposerLyricist",
  "Librettist",
  "Lyricist",
  "MusicPublisher",
  "SubLyricist",
  "Translator",
]);

export function isWorkRole({ value, user_defined }: Code): boolean {
  return user_defined === null && workRoles.has(value);
}

/** The namespace of IPI name numbers, which have no element of their own. */
export const IPI_NAMESPACE = "IPI";

const LATER_ROLES = new Set(["ImmersiveMasteringEngineer", "ImmersiveMixingEngineer"]);

/** A role that came after 3.8.3 stands there in words. */
export function ern3Role(code: Code, namespace: string): Code {
  if (!LATER_ROLES.has(code.value)) return code;
  return { value: "UserDefined", user_defined: { namespace, value: wordsOfRole(code) } };
}

const languages = new Set(
  `aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es
  et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj
  kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr
  nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th
  ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu raj bho`.split(/\s+/),
);

/** LanguageOfPerformance takes a language without script and region. Null: its list has no such language. */
export function ern3Language(tag: string | null): string | null {
  const language = tag?.split("-", 1)[0]?.toLowerCase() ?? "";
  return languages.has(language) ? language : null;
}
