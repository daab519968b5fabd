// The operator's settings for every store that gets ERN messages, however they reach it.

import { type Static, Type } from "typebox";
import type { MessagingParty } from "../../ddex/ern.ts";
import { Dpid } from "../../organizations/terms.ts";
import { OneOf, Text } from "../../platform/schema.ts";

/** DDEX's allowed values (AVS 9) for the deals of a message. */
const commercialModels = [
  "AdvertisementSupportedModel",
  "DeviceFeeModel",
  "FreeOfChargeModel",
  "PayAsYouGoModel",
  "PerformanceRoyaltiesModel",
  "RightsClaimModel",
  "SubscriptionModel",
] as const;

const useTypes = [
  "ConditionalDownload",
  "ContentInfluencedStream",
  "Download",
  "KioskDownload",
  "NonInteractiveStream",
  "OnDemandStream",
  "PermanentDownload",
  "PrivateCopy",
  "Simulcast",
  "Stream",
  "TetheredDownload",
  "TimeInfluencedStream",
  "UseForIdentification",
  "UserMakeAvailableLabelProvided",
  "UserMakeAvailableUserProvided",
  "Webcast",
] as const;

const Recipient = Type.Object(
  { party_id: Dpid, party_name: Text({ maxLength: 200, examples: ["Auralis"] }) },
  { additionalProperties: false },
);

const DealSettings = Type.Object(
  {
    commercial_models: Type.Array(OneOf(commercialModels), { minItems: 1, maxItems: 10, uniqueItems: true }),
    use_types: Type.Array(OneOf(useTypes), { minItems: 1, maxItems: 20, uniqueItems: true }),
  },
  { additionalProperties: false },
);

const takedownStyles = ["no_deals", "ended_deals", "purge", "takedown_flag"] as const;

/** Part of the settings of each kind of connector that sends ERN. */
export const ernSettings = {
  recipients: Type.Array(Recipient, {
    minItems: 1,
    maxItems: 5,
    description: "The store's parties, as the message's header names them.",
  }),
  deals: Type.Optional(
    Type.Array(DealSettings, {
      minItems: 1,
      maxItems: 10,
      description: "In place of the deals that follow from the store's capabilities.",
    }),
  ),
  takedown_style: Type.Optional(
    OneOf(takedownStyles, {
      default: "no_deals",
      description:
        "A takedown is the release without deals, with deals that ended, or a PurgeReleaseMessage. " +
        "With `ern_3.8.3` also `takedown_flag`: deals that say TakeDown.",
    }),
  ),
  default_genre: Type.Optional(
    Type.String({ ...Text({ maxLength: 200 }), default: "Other", description: "For a release without a genre." }),
  ),
  compilation: Type.Optional(
    OneOf(["flags", "user_defined"], {
      default: "flags",
      description: "A compilation goes out as an album with DDEX's flag, or as a user-defined type.",
    }),
  ),
  resend_files: Type.Optional(
    Type.Boolean({ default: false, description: "Updates send files again that the store has already." }),
  ),
  territory_attributes: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Titles, names, genres and labels say that they hold worldwide; some stores ask for it.",
    }),
  ),
  lyrics: Type.Optional(
    OneOf(["none", "plain", "synced", "both"], {
      default: "none",
      description:
        "Lyrics go out as files beside the audio: none, as plain text, with times (LRC) where a track has them, or both.",
    }),
  ),
};

const Settings = Type.Object(ernSettings);

/**
 * The settings that a document below its header depends on: all that the writer can read but the recipients. The other
 * settings of a connector say where a store is. A setting that is added above is one of these.
 */
export function writingSettings(settings: ErnSettings): unknown[] {
  const { recipients: _, ...names } = ernSettings;
  return Object.keys(names).map((name) => settings[name as keyof typeof names]);
}

/** The settings of a store; of one that does not get ERN, those that it would begin with, and these recipients. */
export function settingsOf(connector: object, recipients: readonly MessagingParty[]): ErnSettings {
  const { recipients: own, ...given } = connector as Partial<ErnSettings>;
  const named = recipients.map(({ party_id, party_name }) => ({ party_id, party_name: party_name ?? party_id }));
  return { ...initialSettings, ...given, recipients: own ?? named };
}

const initialSettings = {
  takedown_style: "no_deals",
  default_genre: "Other",
  compilation: "flags",
  resend_files: false,
  territory_attributes: false,
  lyrics: "none",
} as const;

/** As they are kept: what has a default is there. */
export type ErnSettings = Required<Omit<Static<typeof Settings>, "deals">> & Pick<Static<typeof Settings>, "deals">;
