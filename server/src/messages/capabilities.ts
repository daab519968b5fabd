// The abilities of a store. Its messages follow from them: their format, and the deals in them.

import { type Static, Type } from "typebox";
import { OneOf } from "../platform/schema.ts";

/** Each ability, with its value unless the operator sets another. */
const abilities = {
  streaming: { initial: true, description: "Listeners stream." },
  download: { initial: false, description: "Listeners buy downloads." },
  preorder: { initial: false, description: "It sells before the release date." },
  updates: { initial: true, description: "It accepts changed metadata of releases that it has." },
  takedown: { initial: true, description: "It takes releases down on request." },
  ugc: { initial: false, description: "Its users upload recordings, and it pays for those that it recognizes." },
} as const;
export type Ability = keyof typeof abilities;
export const abilityNames = Object.keys(abilities) as Ability[];

const abilitySchemas = Object.fromEntries(
  Object.entries(abilities).map(([name, { initial, description }]) => [
    name,
    Type.Boolean({ default: initial, description, examples: [initial] }),
  ]),
) as Record<Ability, ReturnType<typeof Type.Boolean>>;

export const Capabilities = Type.Object({
  ...abilitySchemas,
  message_format: OneOf(["ern_4.3.2", "ern_4.3", "ern_3.8.3"], {
    default: "ern_4.3.2",
    description: "The format of the messages that it gets.",
  }),
});
export type Capabilities = Static<typeof Capabilities>;

export const defaultCapabilities: Capabilities = {
  ...(Object.fromEntries(abilityNames.map((name) => [name, abilities[name].initial])) as Record<Ability, boolean>),
  message_format: "ern_4.3.2",
};
