// Makes the ERN document of a message: the values of a NewReleaseMessage or a PurgeReleaseMessage, and their XML.
//
// The problem. A message must say the same to every store, apart from what the store's settings change: who it is for,
// which deals it has, how a compilation is called. Partners, operators and earlier versions must not be able to make an
// invalid document.
//
// The procedure. `messageValues` turns our message into values, a pure function. Recordings are A1, A2, … in the order
// of the release, and the cover comes after them; the release is R0, its tracks R1, R2, …; parties are P1, P2, … as
// they are met. `ern-deals.ts` adds the deals. All of it is done in steps, because a release may have a thousand
// tracks. A takedown repeats the message that the store took last, without deals or with deals that ended, or is a
// purge. The writer makes the XML, and the rules of `ddex/rules.ts` look at the values.

import {
  type ErnVersion,
  ernVersions,
  type MessageHeader,
  type MessageProblem,
  type NewReleaseMessage,
  type PurgeReleaseMessage,
} from "../../ddex/ern.ts";
import { writeErn3Purge } from "../../ddex/ern3-new-release.ts";
import { ern3Path, writtenPlaces } from "../../ddex/ern3-paths.ts";
import { writePurgeReleaseMessage } from "../../ddex/purge-release-message.ts";
import { contentProblems, headerProblems, purgeProblems } from "../../ddex/rules.ts";
import { ernSchema } from "../../ddex/schemas.ts";
import { noVocabulary } from "../../ddex/vocabulary.ts";
import { type WriterOptions, writeNewRelease } from "../../ddex/write-new-release.ts";
import { onceInSteps } from "../../platform/once.ts";
import { laterOfRelease, withLaterFields } from "../../releases/approved-content.ts";
import type { Capabilities } from "../capabilities.ts";
import type { ReleaseMessage, StoreMessage } from "../message.ts";
import { type SchemaSample, senderOf, type WriteInputs, type WrittenMessage } from "../written-message.ts";
import { dealsOf, endedDeals, flaggedDeals, isAhead, termsOf, visibilitiesOf } from "./deals.ts";
import { icpnOf } from "./files.ts";
import { cataloguedAs, releaseContent } from "./release.ts";
import { schemaSample, wholeSample } from "./sample.ts";
import { type ErnSettings, writingSettings } from "./settings.ts";
import { languageOf } from "./titles.ts";
import { writtenOnce } from "./written-once.ts";

type Steps<Value> = Generator<undefined, Value, undefined>;

/** The `write` of the kinds of connectors that send ERN. */
export function* writeErn(message: StoreMessage, inputs: WriteInputs<ErnSettings>): Steps<WrittenMessage> {
  const version = versionOf(message, inputs);
  if (message.kind === "takedown" && inputs.settings.takedown_style === "purge") {
    const purge = purgeValues(message.taken, headerOf(message, message.taken, inputs));
    const document = version === "3.8.3" ? writeErn3Purge(purge) : writePurgeReleaseMessage(purge, version);
    return { document, problems: purgeProblems(purge), sample: () => ofWhole(version, document) };
  }
  const header = headerOf(message, message.kind === "takedown" ? message.taken : message, inputs);
  const write = () => writeContent(message, inputs, version);
  const { problems, withHeader, sample } =
    message.kind === "takedown" ? yield* write() : yield* releaseOnce(message, dependencies(message, inputs), write);
  const wrong = headerProblems(header);
  return { document: withHeader(header), problems: wrong.length === 0 ? problems : [...wrong, ...problems], sample };
}

type WrittenContent = {
  problems: readonly MessageProblem[];
  withHeader: (header: MessageHeader) => string;
  sample: NonNullable<WrittenMessage["sample"]>;
};

const releaseOnce = writtenOnce<WrittenContent>();

function* writeContent(
  message: StoreMessage,
  inputs: WriteInputs<ErnSettings>,
  version: ErnVersion,
): Steps<WrittenContent> {
  const { territory_attributes } = inputs.settings;
  const options: WriterOptions = { version, territory_attributes, release_profile: inputs.release_profile ?? null };
  const values = yield* messageValues(message, inputs);
  const problems = yield* contentProblems(values, { has_deals: message.kind !== "takedown" });
  return {
    problems: version === "3.8.3" ? problems.map(inErn3) : problems,
    withHeader: yield* writeNewRelease(values, options),
    sample: onceInSteps(() => schemaSample(values, options)),
  };
}

function inErn3({ path, issue }: MessageProblem): MessageProblem {
  return { path: ern3Path(path, writtenPlaces), issue };
}

// biome-ignore lint/correctness/useYield: a purge is short, and a sample is made in steps.
function* ofWhole(version: ErnVersion, document: string): Steps<SchemaSample> {
  return wholeSample(ernSchema(version), document);
}

/** The inputs of a document below its header, besides the release. Few artists have an id of the store's own. */
function dependencies(message: ReleaseMessage, inputs: WriteInputs<ErnSettings>): string {
  const { store_id, release, tracks, terms } = message;
  const { settings, ern } = inputs;
  const hasIdHere = [release, ...tracks].some(({ artists }) =>
    artists?.some(({ store_artist_ids }) => store_artist_ids?.[store_id] !== undefined),
  );
  return JSON.stringify([
    documentTerms(inputs),
    ern,
    hasIdHere && [store_id, settings.recipients[0]],
    terms && isAhead(message),
  ]);
}

/** Stores with the same terms get the same document apart from its header, and from what few artists are called there. */
export function documentTerms(inputs: Omit<WriteInputs<ErnSettings>, "ern">): string {
  const { settings, capabilities, vocabulary = noVocabulary, release_profile = null } = inputs;
  const terms = termsOf(capabilities, settings.deals);
  const words = [vocabulary.genres, vocabulary.roles];
  return JSON.stringify([writingSettings(settings), terms, ernVersion(capabilities), words, release_profile]);
}

export function ernVersion({ message_format }: Pick<Capabilities, "message_format">): ErnVersion {
  return ernVersions.find((version) => message_format === `ern_${version}`) ?? "4.3.2";
}

/** A takedown has the format of the message that the store took, whatever it gets now. */
function versionOf(message: StoreMessage, { capabilities }: WriteInputs<ErnSettings>): ErnVersion {
  const took = message.kind === "takedown" ? message.taken_version : undefined;
  return ernVersions.find((version) => version === took) ?? ernVersion(capabilities);
}

/** Also for a takedown that is no purge. */
export function* messageValues(message: StoreMessage, inputs: WriteInputs<ErnSettings>): Steps<NewReleaseMessage> {
  const described = message.kind === "takedown" ? message.taken : message;
  const content = asNow(described);
  const header = headerOf(message, described, inputs);
  const is_removal = message.kind === "takedown";
  const { settings, vocabulary = noVocabulary, md5_sums = noSums } = inputs;
  const version = versionOf(message, inputs);
  // A takedown shows nothing ahead.
  const visibilities = is_removal ? [] : visibilitiesOf(content);
  const references = visibilities.map(({ reference }) => reference);
  const given = { settings, vocabulary, header, sends_files: !is_removal, version, md5_sums };
  const body = yield* releaseContent(content, given, references);
  if (!is_removal) return { header, ...body, deals: yield* dealsOf(content, inputs), visibilities };
  const isEnded = settings.takedown_style === "ended_deals";
  const isFlagged = settings.takedown_style === "takedown_flag" && version === "3.8.3";
  const flagged = isFlagged ? flaggedDeals(body.track_releases, message.created_at) : [];
  const deals = isEnded ? yield* endedDeals(yield* dealsOf(content, inputs), message.created_at) : flagged;
  return { header, ...body, deals, visibilities };
}

const noSums: ReadonlyMap<string, string> = new Map();

/** Messages that earlier versions kept do not have all fields of today. */
function asNow(message: ReleaseMessage): ReleaseMessage {
  if ("artwork_ai" in message.release && message.tracks.every((track) => "advisory" in track)) return message;
  return {
    ...message,
    release: { ...laterOfRelease, ...message.release },
    tracks: message.tracks.map(withLaterFields),
  };
}

function headerOf(
  message: StoreMessage,
  { organization }: ReleaseMessage,
  inputs: WriteInputs<ErnSettings>,
): MessageHeader {
  const { settings, ern } = inputs;
  const { message_id, created_at, kind } = message;
  const party_id = organization?.ddex_party_id;
  return {
    message_id,
    sender: senderOf(ern),
    sent_on_behalf_of: organization && party_id ? { party_id, party_name: organization.name } : null,
    recipients: settings.recipients,
    created_at,
    control_type: ern.control_type,
    update_indicator: versionOf(message, inputs) === "3.8.3" ? indicators[kind] : null,
  };
}

const indicators = { new: "OriginalMessage", update: "UpdateMessage", takedown: "UpdateMessage" } as const;

function purgeValues({ release }: ReleaseMessage, header: MessageHeader): PurgeReleaseMessage {
  return {
    header,
    language: languageOf(release.language),
    release_id: {
      grid: null,
      icpn: icpnOf(release),
      catalog_number: cataloguedAs(release.catalog_number ?? null, header),
      proprietary_ids: [],
    },
    title: release.title,
  };
}
