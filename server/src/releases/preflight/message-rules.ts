import { type Rule, releaseRule } from "./rule.ts";
import type { MessageFault } from "./subject.ts";

export const INVALID_MESSAGE = "invalid_message";

export const messageRules: readonly Rule[] = [
  releaseRule({
    code: INVALID_MESSAGE,
    standard: "blocker",
    of_store: ({ faults = none }) => faults,
    of_message: true,
    summary: "The DDEX message that a store would get is valid.",
    check: ({ store }) => {
      const own = (store?.faults ?? none).filter(({ code }) => code === INVALID_MESSAGE);
      return own.map(({ field, issue }) => ({ field, issue }));
    },
    examples: {
      passes: ["a recording of 3:00", { store: { faults: [] } }],
      fails: [
        "a recording of 0:00",
        { store: { faults: [{ field: "tracks[0].audio_asset_id", code: INVALID_MESSAGE, issue: "has no length" }] } },
      ],
    },
  }),
];

const none: readonly MessageFault[] = [];
