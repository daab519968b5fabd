import { grouped } from "../../platform/long-list.ts";
import { isRestricted, isUpc } from "../../standards/identifier.ts";
import { eachTrack, type Facts, type Finding, type Rule, type RuleFindings, releaseRule } from "./rule.ts";
import type { TrackFacts } from "./subject.ts";

const scope = "track";

export const identifierRules: readonly Rule[] = [
  releaseRule({
    code: "isrc_format",
    standard: "blocker",
    of_message: true,
    scope,
    summary: "An ISRC is two letters, three letters or digits and seven digits, written CC-XXX-YY-NNNNN.",
    check: ({ tracks }) =>
      eachIsrc(tracks, ({ isrc, field }) => {
        const bare = isrc.replaceAll(/[\s-]/g, "").toUpperCase();
        if (/^[A-Z]{2}-[A-Z0-9]{3}-\d{2}-\d{5}$/.test(isrc)) return [];
        const parts = /^([A-Z]{2})([A-Z0-9]{3})(\d{2})(\d{5})$/.exec(bare);
        const issue = "is not of the form CC-XXX-YY-NNNNN";
        return [{ field, issue, ...(parts && { suggestion: parts.slice(1).join("-") }) }];
      }),
    examples: {
      passes: ["QZ-ABC-26-00001", { tracks: [{ isrc: "QZ-ABC-26-00001" }] }],
      fails: ["qzabc2600001", { tracks: [{ isrc: "qzabc2600001" }] }],
    },
  }),
  releaseRule({
    code: "isrc_duplicate_in_release",
    standard: "blocker",
    scope,
    summary: "Two tracks of a release do not share an ISRC: it names one recording.",
    check: ({ tracks }) => {
      const first = new Map<string, number>();
      return eachIsrc(tracks, ({ isrc, field }, index) => {
        const other = first.get(isrc);
        if (other !== undefined) return [{ field, issue: `is also the ISRC of tracks[${other}]` }];
        first.set(isrc, index);
        return [];
      });
    },
    examples: {
      passes: ["two tracks, two ISRCs", { tracks: [{}, { isrc: "QZ-ABC-26-00002" }] }],
      fails: ["two tracks, one ISRC", { tracks: [{ isrc: "QZ-ABC-26-00001" }, { isrc: "QZ-ABC-26-00001" }] }],
    },
  }),
  releaseRule({
    code: "isrc_reused_other_audio",
    standard: "warning",
    scope,
    summary: "An ISRC names the same audio in all of your releases.",
    check: (facts) =>
      eachRecording(facts, ({ track, other, field }) =>
        track.audio?.status === "ready" && track.audio.checksum_sha256 !== other.checksum_sha256
          ? { field, issue: "is on another release of yours with different audio" }
          : undefined,
      ),
    examples: {
      passes: ["an ISRC that no other release has", {}],
      fails: [
        "an ISRC that another release has with other audio",
        { tracks: [{ isrc: "QZ-ABC-26-00001" }], history: { recordings: [recorded("QZ-ABC-26-00001")] } },
      ],
    },
  }),
  releaseRule({
    code: "audio_duration_changed",
    standard: "warning",
    scope: "audio",
    summary: "A recording that was delivered before keeps its length; otherwise stores no longer match it.",
    thresholds: { max_change_ms: 5000 },
    check: ({ tracks, history }, { max_change_ms }) => {
      const by_isrc = grouped(history.recordings, ({ isrc }) => isrc);
      return eachTrack({ tracks }, ({ isrc, audio, delivered_ms }, index) => {
        const others = (by_isrc.get(isrc ?? "") ?? []).filter(({ is_delivered }) => is_delivered);
        const delivered = [delivered_ms, ...others.map(({ duration_ms }) => duration_ms)].filter((ms) => ms !== null);
        const now_ms = audio?.audio?.duration_ms;
        const before_ms = now_ms && delivered.find((ms) => Math.abs(now_ms - ms) > max_change_ms);
        if (!before_ms) return [];
        return [{ field: `tracks[${index}].audio_asset_id`, issue: lengthIssue({ now_ms, before_ms, max_change_ms }) }];
      });
    },
    examples: {
      passes: [
        "3:00.0, delivered before with 3:00.5",
        {
          tracks: [{ isrc: "QZ-ABC-26-00001" }],
          audio: { duration_ms: 180_000 },
          history: { recordings: [recorded("QZ-ABC-26-00001")] },
        },
      ],
      fails: [
        "3:10, delivered before with 3:00",
        {
          tracks: [{ isrc: "QZ-ABC-26-00001" }],
          audio: { duration_ms: 190_000 },
          history: { recordings: [recorded("QZ-ABC-26-00001")] },
        },
      ],
    },
  }),
  releaseRule({
    code: "isrc_missing",
    standard: "blocker",
    of_message: true,
    scope,
    summary: "Every track has an ISRC.",
    check: (facts) =>
      eachTrack(facts, ({ isrc }, index) =>
        isrc ? [] : [{ field: `tracks[${index}].isrc`, issue: "is missing; stores ask for one" }],
      ),
    examples: { passes: ["QZ-ABC-26-00001", {}], fails: ["null", { tracks: [{ isrc: null }] }] },
  }),
  releaseRule({
    code: "upc_check_digit",
    standard: "blocker",
    of_message: true,
    summary: "A UPC has twelve digits, the last of which checks the others.",
    // An EAN-13 that begins with a zero is the same number.
    check: ({ release: { upc } }) =>
      isUpc(upc.replace(/^0(?=\d{12}$)/, "")) ? [] : [{ field: "upc", issue: "has a wrong check digit or length" }],
    examples: {
      passes: ["036000291452", { release: { upc: "036000291452" } }],
      fails: ["036000291453", { release: { upc: "036000291453" } }],
    },
  }),
  releaseRule({
    code: "upc_restricted",
    standard: "blocker",
    at_every_store: true,
    summary:
      "In production, the number that stores get is not of GS1's restricted range, as Segue's own default numbers are: a UPC that begins with 2, an EAN that begins with 02 or 2.",
    // Stores that have the release already know it by its number: it cannot change there, and updates must still reach them.
    check: ({ release: { upc, ean, status }, is_live }) =>
      is_live && status !== "delivered" && isRestricted(ean ?? upc)
        ? [{ field: ean ? "ean" : "upc", issue: RESTRICTED }]
        : [],
    examples: {
      passes: ["036000291452", { release: { upc: "036000291452" } }],
      fails: ["200000000004", { release: { upc: "200000000004" } }],
    },
  }),
  releaseRule({
    code: "upc_unique",
    standard: "warning",
    summary: "No other release of yours that was submitted has this UPC with another label or release date.",
    check: ({ history }) =>
      history.is_upc_used
        ? [{ field: "upc", issue: "is the UPC of another release of yours with another label or date" }]
        : [],
    examples: {
      passes: ["a UPC of its own", {}],
      fails: ["the UPC of another release", { history: { is_upc_used: true } }],
    },
  }),
];

const RESTRICTED =
  "is of the restricted range, which stores refuse; send a number of your GS1 range, or ask the operator to set one (`segue org update --upc-range`)";

function eachIsrc(
  tracks: readonly TrackFacts[],
  check: (at: { isrc: string; field: string }, index: number) => Finding[],
): RuleFindings {
  return eachTrack({ tracks }, ({ isrc }, index) =>
    isrc ? check({ isrc, field: `tracks[${index}].isrc` }, index) : [],
  );
}

type Recording = Facts["history"]["recordings"][number];

/** At most one finding a track, however many releases it is on. */
function eachRecording(
  { tracks, history }: Facts,
  check: (at: { track: TrackFacts; other: Recording; field: string; index: number }) => Finding | undefined,
): RuleFindings {
  const by_isrc = grouped(history.recordings, ({ isrc }) => isrc);
  return eachTrack({ tracks }, (track, index) => {
    const others = by_isrc.get(track.isrc ?? "") ?? [];
    const found = others.map((other) => check({ track, other, field: `tracks[${index}].isrc`, index }));
    return found.filter((finding) => finding !== undefined).slice(0, 1);
  });
}

function recorded(isrc: string): Recording {
  return { isrc, checksum_sha256: "f".repeat(64), duration_ms: 180_500, is_delivered: true };
}

/** To the millisecond: 5.001 s is more than 5 s. */
function lengthIssue(lengths: { now_ms: number; before_ms: number; max_change_ms: number }): string {
  const { now_ms, before_ms, max_change_ms } = lengths;
  const [change, now, before, most] = [Math.abs(now_ms - before_ms), now_ms, before_ms, max_change_ms].map(seconds);
  const word = now_ms > before_ms ? "longer" : "shorter";
  return `is ${now} long, ${change} ${word} than the ${before} that were delivered with this ISRC before; the difference may be at most ${most}`;
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}
