import { eachTrack, type Rule, releaseRule } from "./rule.ts";

const status_words: Readonly<Record<string, string>> = {
  awaiting_upload: "its file has not been uploaded",
  processing: "its file is still being processed",
  failed: "its file could not be used",
};

/** The conditions of the submit operation, in its order. Nothing else is a blocker for the network. */
export const submitRules: readonly Rule[] = [
  releaseRule({
    code: "no_tracks",
    standard: "blocker",
    refusal: "validation_failed",
    summary: "A release has at least one track.",
    check: ({ tracks }) => (tracks.length > 0 ? [] : [{ field: "tracks", issue: "must have at least one track" }]),
    examples: { passes: ["one track", {}], fails: ["no track", { tracks: [] }] },
  }),
  releaseRule({
    code: "audio_not_ready",
    standard: "blocker",
    refusal: "asset_not_ready",
    scope: "track",
    summary: "Every track has an audio asset that is ready.",
    check: (facts) =>
      eachTrack(facts, ({ audio }, index) => {
        const field = `tracks[${index}].audio_asset_id`;
        if (!audio) return [{ field, issue: "is missing: the track has no audio" }];
        return audio.status === "ready" ? [] : [{ field, issue: `is not ready: ${status_words[audio.status]}` }];
      }),
    examples: { passes: ["audio that is ready", {}], fails: ["a track without audio", { tracks: [{ audio: null }] }] },
  }),
  releaseRule({
    code: "artwork_not_ready",
    standard: "blocker",
    refusal: "asset_not_ready",
    summary: "The release has an artwork asset that is ready.",
    check: ({ artwork }) => {
      const field = "artwork_asset_id";
      if (!artwork) return [{ field, issue: "is missing: the release has no artwork" }];
      return artwork.status === "ready" ? [] : [{ field, issue: `is not ready: ${status_words[artwork.status]}` }];
    },
    examples: {
      passes: ["artwork that is ready", {}],
      fails: ["no artwork", { release: { artwork_asset_id: null } }],
    },
  }),
  releaseRule({
    code: "release_date_not_future",
    standard: "blocker",
    refusal: "validation_failed",
    summary: "Until a release is submitted, its release date is later than today (UTC).",
    check: ({ release: { release_date, status }, today }) =>
      release_date > today || status === "submitted" || status === "delivered"
        ? []
        : [{ field: "release_date", issue: `must be later than today, ${today} (UTC)` }],
    examples: {
      passes: ["a date to come", {}],
      fails: ["2001-01-01", { release: { release_date: "2001-01-01" } }],
    },
  }),
];
