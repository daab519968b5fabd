import { type Rule, releaseRule } from "./rule.ts";
import type { MessageFault } from "./subject.ts";

export const INVALID_MESSAGE = "invalid_message";
export const LEFT_OUT = "left_out_of_message";

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
  releaseRule({
    code: LEFT_OUT,
    standard: "info",
    of_store: ({ faults = none }) => faults,
    summary: "The message that a store would get can say all that the release says.",
    check: ({ store }) => {
      const own = (store?.faults ?? none).filter(({ code }) => code === LEFT_OUT);
      return own.map(({ field, issue }) => ({ field, issue }));
    },
    examples: {
      passes: ["an album at a store of ERN 3.8.3", { store: { faults: [] } }],
      fails: [
        "a compilation of one artist at a store of ERN 3.8.3",
        { store: { faults: [{ field: "type", code: LEFT_OUT, issue: "goes out as an album" }] } },
      ],
    },
  }),
];

const none: readonly MessageFault[] = [];
