// Public knowledge about how real stores want ERN: a start for `segue store add --preset`, and for the operator's page of a
// new store. Each row names the page that says so and the year in which it was read. Settings that no public page states are
// left out, and named in `open`: the operator asks the store. Addresses, users and keys are the operator's own in any case.

import type { Capabilities } from "../messages/capabilities.ts";

export type StorePreset = {
  name: string;
  sources: readonly string[];
  year: number;
  /** A note for the operator before the first message. */
  remark: string;
  /** Messages of ours cannot reach the store. */
  impossible?: true;
  kind?: "ern_sftp";
  message_format?: Capabilities["message_format"];
  /** As the connector takes them. */
  settings?: Readonly<Record<string, unknown>>;
  open?: readonly string[];
};

const youtube = "https://support.google.com/youtube/answer/";
const spotify = "https://providersupport.spotify.com/article/";
const NOTHING_FOUND = "No public guide was found: ask the store for its specification.";
const everything = ["message_format", "recipients", "deals", "takedown_style", "compilation", "batches"];

export const storePresets: Readonly<Record<string, StorePreset>> = {
  spotify: {
    name: "Spotify",
    sources: [
      `${spotify}step-1-getting-startedd`,
      `${spotify}step-3-sending-your-test-deliveries`,
      `${spotify}deliveries-view`,
    ],
    year: 2026,
    remark:
      "ERN 4.3 and later since 2026-04-01. Five test deliveries come first. A PurgeReleaseMessage is not accepted as a takedown.",
    kind: "ern_sftp",
    message_format: "ern_4.3",
    settings: { takedown_style: "no_deals", compilation: "user_defined", batches: true, signal: "manifest" },
    open: ["recipients", "deals"],
  },
  "youtube-music": {
    name: "YouTube Music",
    sources: [`${youtube}3503737`, `${youtube}3505274`, `${youtube}3506115`, `${youtube}3506116`],
    year: 2026,
    remark:
      "Only deals of track releases are read, and both commercial models are needed. For Content ID add the recipient YouTube_ContentID (PADPIDA2015120100H) and the capability ugc.",
    kind: "ern_sftp",
    message_format: "ern_4.3",
    settings: {
      recipients: [{ party_id: "PADPIDA2013020802I", party_name: "YouTube" }],
      deals: [
        { commercial_models: ["SubscriptionModel", "AdvertisementSupportedModel"], use_types: ["OnDemandStream"] },
      ],
      takedown_style: "ended_deals",
      batches: true,
    },
    open: ["compilation"],
  },
  amazon: { name: "Amazon Music", sources: [], year: 2026, remark: NOTHING_FOUND, open: everything },
  deezer: { name: "Deezer", sources: [], year: 2026, remark: NOTHING_FOUND, open: everything },
  "apple-music": {
    name: "Apple Music",
    sources: ["https://help.apple.com/itc/musicspec/en.lproj/static.html"],
    year: 2026,
    remark: "Apple's published delivery format is a package of its own, not ERN. This service does not write it.",
    impossible: true,
  },
  meta: {
    name: "Meta",
    sources: ["https://developers.facebook.com/docs/music-rights-manager/ddex-documentation"],
    year: 2026,
    remark:
      "Meta takes ERN 4.2, which this service does not write, else ERN 3.8.3. Its example names a batch by its time alone.",
    kind: "ern_sftp",
    message_format: "ern_3.8.3",
    settings: { batches: true, acknowledgements: "acknowledgements" },
    open: ["recipients", "deals", "takedown_style", "signal", "folder_name", "compilation"],
  },
  audius: {
    name: "Audius",
    sources: ["https://docs.audius.org/distributors/specification/overview"],
    year: 2026,
    remark:
      "Territories must be WORLD, and each track needs a deal. End dates and price codes are not taken, so the store has neither pre-orders nor price tiers. Takedowns are purges, so there are no batches.",
    message_format: "ern_3.8.3",
    settings: {
      deals: [{ commercial_models: ["FreeOfChargeModel"], use_types: ["OnDemandStream"] }],
      takedown_style: "purge",
    },
    open: ["recipients", "connector"],
  },
};

/** As the command and the API list them. */
export const listedPresets = Object.entries(storePresets).map(([preset, row]) => {
  const { name, kind = null, message_format = null, settings = {}, open = [], remark, sources, year } = row;
  const is_possible = !row.impossible;
  return { preset, name, is_possible, connector: kind, message_format, settings, open, remark, sources, year };
});
