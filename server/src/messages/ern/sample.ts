// One document that stands for many: the messages of a release to all stores of one version differ in header, deals, which files are
// sent, and the artist's ids there. The rules look at these parts in every message. All else is compared with the schema once.

import { createHash } from "node:crypto";
import type { Deal, NewReleaseMessage, ReleaseVisibility } from "../../ddex/ern.ts";
import { WORLDWIDE_TERRITORY } from "../../ddex/ern.ts";
import { ernSchema } from "../../ddex/schemas.ts";
import { type WriterOptions, writeNewRelease } from "../../ddex/write-new-release.ts";
import type { SchemaSample } from "../written-message.ts";

const someone = { party_id: "PADPIDA0000000000X", party_name: "A party" };

/** In steps, as a message is written. */
export function* schemaSample(
  message: NewReleaseMessage,
  options: WriterOptions,
): Generator<undefined, SchemaSample, undefined> {
  const { header, ...content } = sampleOf(message);
  const withHeader = yield* writeNewRelease(content, options);
  return wholeSample(ernSchema(options.version), withHeader(header));
}

/** The sample of a document that stands for itself alone: a purge, a manifest. */
export function wholeSample(schema: string, document: string): SchemaSample {
  return { schema, key: createHash("sha256").update(document).digest("base64url"), document: () => document };
}

function sampleOf(message: NewReleaseMessage): NewReleaseMessage {
  const { header, parties, recordings, images, texts, deals, visibilities } = message;
  return {
    ...message,
    header: {
      message_id: "sample",
      sender: someone,
      sent_on_behalf_of: header.sent_on_behalf_of && someone,
      recipients: [someone],
      created_at: "2026-01-01T00:00:00Z",
      control_type: "TestMessage",
      update_indicator: header.update_indicator && "OriginalMessage",
    },
    parties: parties.map((party) => ({ ...party, proprietary_ids: [] })),
    recordings: recordings.map((one) => ({ ...one, file: one.file && { ...one.file, is_provided: true } })),
    images: images.map((one) => ({ ...one, file: one.file && { ...one.file, is_provided: true } })),
    texts: texts.map((one) => ({ ...one, file: one.file && { ...one.file, is_provided: true } })),
    visibilities: visibilities.map(sampleVisibility),
    // Each set of terms once.
    deals: deals.slice(0, 1).map((entry) => ({ release_references: ["R0"], deals: entry.deals.map(sampleDeal) })),
  };
}

function sampleDeal(deal: Deal): Deal {
  return {
    ...deal,
    territories: [WORLDWIDE_TERRITORY],
    start: "2026-01-01T00:00:00",
    end: deal.end && "2026-01-02T00:00:00",
    price: deal.price && { ...deal.price, code: "sample", namespace: someone.party_id },
  };
}

function sampleVisibility(visibility: ReleaseVisibility): ReleaseVisibility {
  const at = "2026-01-01T00:00:00";
  return {
    ...visibility,
    territories: [WORLDWIDE_TERRITORY],
    release_display_start: at,
    cover_art_preview_start: at,
    track_listing_preview_start: at,
  };
}
