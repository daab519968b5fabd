// Rules that the XSD cannot express. It types local references as patterned strings and identifiers as texts, so a
// message with a track that does not exist, or with the ISRC "bad", is valid by it. The rules look at the values of a
// message, built or received, and name the path of each problem. They follow DDEX's own Schematron and the text of the
// standard.

import { isIcpn } from "../standards/identifier.ts";
import { dealProblems, isTime } from "./deal-rules.ts";
import type {
  Code,
  ContainsAi,
  Contributor,
  DisplayArtist,
  ErnRelease,
  MessageHeader,
  MessageProblem,
  NewReleaseContent,
  NewReleaseMessage,
  PurgeReleaseMessage,
  ResourceGroup,
  SoundRecording,
} from "./ern.ts";
import { GENERATIVE_AI } from "./ern.ts";
import { referenceProblems } from "./reference-rules.ts";
import { numbered } from "./xml-tree.ts";

/** `has_deals`: it offers the release, so it must say on which terms. */
export function* newReleaseProblems(message: NewReleaseMessage, has: { has_deals: boolean }): Steps {
  return headerProblems(message.header).concat(yield* contentProblems(message, has));
}

type Steps = Generator<undefined, MessageProblem[], undefined>;

/** Checks all but the header. It yields after each recording: there may be a thousand, with hundreds of names each. */
export function* contentProblems(message: NewReleaseContent, { has_deals }: { has_deals: boolean }): Steps {
  const [release] = message.releases;
  if (!release || message.releases.length > 1)
    return [at("ReleaseList/Release", `must be there exactly once, and is there ${message.releases.length} times`)];
  const parties = yield* partyProblems(message);
  const recordings = yield* recordingProblems(message);
  const others = [
    ...imageProblems(message, release),
    ...releaseProblems(release),
    ...trackReleaseProblems(message, release),
  ];
  yield;
  const references = yield* referenceProblems(message);
  const deals = yield* dealProblems(message, { has_deals });
  return parties.concat(recordings, others, references, deals);
}

export function purgeProblems({ header, release_id }: PurgeReleaseMessage): MessageProblem[] {
  const { grid, icpn, proprietary_ids } = release_id;
  const path = "PurgedRelease/ReleaseId";
  return [
    ...headerProblems(header),
    ...(grid === null && icpn === null && proprietary_ids.length === 0
      ? [at(path, "must have a GRid, an ICPN or a ProprietaryId")]
      : []),
    ...(icpn === null || isIcpn(icpn) ? [] : [at(`${path}/ICPN`, icpnIssue(icpn))]),
  ];
}

export function headerProblems({ message_id, sender, sent_on_behalf_of, recipients }: MessageHeader): MessageProblem[] {
  const parties = [
    { path: "MessageSender", party: sender },
    ...(sent_on_behalf_of ? [{ path: "SentOnBehalfOf", party: sent_on_behalf_of }] : []),
    ...recipients.map((party, index) => ({ path: `MessageRecipient[${index + 1}]`, party })),
  ];
  return [
    ...(message_id.trim() === "" ? [at("MessageHeader/MessageId", "must not be empty")] : []),
    ...(recipients.length === 0 ? [at("MessageHeader/MessageRecipient", "must be there")] : []),
    ...parties.flatMap(({ path, party: { party_id } }) =>
      /^PADPIDA[a-zA-Z0-9]+$/.test(party_id)
        ? []
        : [at(`MessageHeader/${path}/PartyId`, `must be a DPID, which begins with PADPIDA, not "${cut(party_id)}"`)],
    ),
  ];
}

const PARTIES_A_STEP = 1_000;

function* partyProblems({ parties }: NewReleaseContent): Steps {
  const problems: MessageProblem[] = [];
  for (const [index, { name, isni, dpid, proprietary_ids }] of parties.entries()) {
    const path = `PartyList/Party[${index + 1}]`;
    const isNameless = (name ?? "").trim() === "" && isni === null && dpid === null && proprietary_ids.length === 0;
    if (isNameless) problems.push(at(path, "must have a name or an id"));
    if (isni !== null && !/^\d{15}[\dX]$/.test(isni))
      problems.push(at(`${path}/PartyId/ISNI`, "must be 16 digits; the last may be X"));
    if (index % PARTIES_A_STEP === 0) yield;
  }
  return problems;
}

function* recordingProblems({ recordings }: NewReleaseContent): Steps {
  if (recordings.length === 0) return [at("ResourceList/SoundRecording", "must be there at least once")];
  const problems: MessageProblem[][] = [];
  for (const [index, recording] of recordings.entries()) {
    problems.push(problemsOfRecording(recording, `ResourceList/SoundRecording[${index + 1}]`));
    yield;
  }
  return problems.flat();
}

function problemsOfRecording(recording: SoundRecording, path: string): MessageProblem[] {
  const { isrc, title, duration_ms, file } = recording;
  const edition = `${path}/SoundRecordingEdition`;
  const isIsrc = isrc !== null && /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/.test(isrc);
  return [
    ...(isIsrc ? [] : [at(`${edition}/ResourceId/ISRC`, isrcIssue(isrc))]),
    ...(title.title.trim() === "" ? [at(`${path}/DisplayTitle`, "must not be empty")] : []),
    ...(duration_ms !== null && duration_ms > 0 ? [] : [at(`${path}/Duration`, NO_DURATION)]),
    ...(file?.is_provided && !file.uri ? [at(`${edition}/TechnicalDetails`, "must name its file")] : []),
    ...creditProblems(path, recording),
    ...contributorProblems(path, recording.contributors),
    ...aiProblems(path, recording),
  ];
}

/** Missing, of another form, or zero. */
const NO_DURATION = "must be there, longer than zero, in the form PT3M25S";

/** Checks the artists of a release or a recording. */
function creditProblems(
  path: string,
  { display_artist_name, display_artists }: { display_artist_name: string; display_artists: readonly DisplayArtist[] },
): MessageProblem[] {
  const isMain = ({ role }: DisplayArtist) => role === "MainArtist";
  const mains = new Set(display_artists.filter(isMain).map(({ party_reference }) => party_reference));
  const numbers = display_artists.map(({ sequence_number }) => sequence_number);
  return [
    ...(display_artist_name.trim() === "" ? [at(`${path}/DisplayArtistName`, "must not be empty")] : []),
    ...(mains.size === 0 ? [at(`${path}/DisplayArtist`, "must have a MainArtist")] : []),
    ...(isSequence(numbers) ? [] : [at(`${path}/DisplayArtist`, "must be numbered, each with its own SequenceNumber")]),
    ...display_artists.flatMap(({ party_reference, role, artistic_roles }, index) => {
      const place = `${path}/DisplayArtist[${index + 1}]`;
      const isBoth = role === "FeaturedArtist" && mains.has(party_reference);
      return [
        ...(isBoth ? [at(place, "names a main artist as featured too")] : []),
        ...artistic_roles.flatMap((code) => codeProblems(`${place}/ArtisticRole`, code)),
      ];
    }),
  ];
}

function contributorProblems(path: string, contributors: readonly Contributor[]): MessageProblem[] {
  const met = new Set<string>();
  return contributors.flatMap(({ party_reference, special, roles }, index) => {
    const place = `${path}/Contributor[${index + 1}]`;
    const name = party_reference ?? special ?? "";
    const isAgain = met.has(name);
    met.add(name);
    return [
      ...(isAgain ? [at(place, `names ${cut(name)} again: each contributor stands once, with all roles`)] : []),
      ...roles.flatMap((code, at) => codeProblems(`${place}/${numbered("Role", at, roles.length)}`, code)),
    ];
  });
}

/** The schema says it in words alone. Artists that are shown are no contributors. */
function aiProblems(path: string, { contains_ai, contributors }: SoundRecording): MessageProblem[] {
  if (contains_ai === "All" && contributors.some(({ special }) => special !== GENERATIVE_AI))
    return [at(`${path}/ContainsAI`, "must not be All where a person is credited")];
  if (contains_ai === "None" && contributors.some(({ special, ai }) => special === GENERATIVE_AI || isArtificial(ai)))
    return [at(`${path}/ContainsAI`, "must not be None where a contribution is artificial")];
  return [];
}

function isArtificial(share: ContainsAi): boolean {
  return share === "Partly" || share === "All";
}

function codeProblems(path: string, { value, user_defined }: Code): MessageProblem[] {
  const isSaid = user_defined !== null && user_defined.namespace !== "" && user_defined.value !== "";
  return value === "UserDefined" && !isSaid ? [at(path, "is UserDefined without Namespace and UserDefinedValue")] : [];
}

function imageProblems({ images }: NewReleaseContent, { group }: ErnRelease): MessageProblem[] {
  const covers = images.filter(({ type }) => type === "FrontCoverImage");
  const [cover] = covers;
  return [
    ...(covers.length === 1
      ? []
      : [at("ResourceList/Image", `must have exactly one FrontCoverImage, and has ${covers.length}`)]),
    ...(cover && covers.length === 1 && !group.linked.includes(cover.reference)
      ? [at("ReleaseList/Release/ResourceGroup", "must link the FrontCoverImage")]
      : []),
    ...images.flatMap(({ proprietary_ids }, index) =>
      proprietary_ids.length > 0
        ? []
        : [at(`ResourceList/Image[${index + 1}]/ResourceId`, "must have a ProprietaryId")],
    ),
  ];
}

function releaseProblems(release: ErnRelease): MessageProblem[] {
  const path = "ReleaseList/Release";
  const { grid, icpn, proprietary_ids } = release.release_id;
  const hasId = grid !== null || icpn !== null || proprietary_ids.length > 0;
  return [
    ...(release.types.length === 0 ? [at(`${path}/ReleaseType`, "must be there")] : []),
    ...release.types.flatMap((type) => codeProblems(`${path}/ReleaseType`, type)),
    ...(hasId ? [] : [at(`${path}/ReleaseId`, "must have a GRid, an ICPN or a ProprietaryId")]),
    ...(icpn === null || isIcpn(icpn) ? [] : [at(`${path}/ReleaseId/ICPN`, icpnIssue(icpn))]),
    ...(release.title.title.trim() === "" ? [at(`${path}/DisplayTitle`, "must not be empty")] : []),
    ...creditProblems(path, release),
    ...(release.label_references.length === 0 ? [at(`${path}/ReleaseLabelReference`, "must be there")] : []),
    ...(release.genre === null ? [at(`${path}/DisplayGenre`, "must be there")] : []),
    ...(release.release_date === null && release.original_release_date === null
      ? [at(`${path}/ReleaseDate`, "must be there, or an OriginalReleaseDate")]
      : []),
    ...dateProblems(`${path}/ReleaseDate`, release.release_date),
    ...dateProblems(`${path}/OriginalReleaseDate`, release.original_release_date),
    ...groupProblems(`${path}/ResourceGroup`, release.group),
  ];
}

function dateProblems(path: string, date: string | null): MessageProblem[] {
  return date === null || isTime(date) ? [] : [at(path, `must be a real date, not ${cut(date)}`)];
}

function groupProblems(path: string, { items, groups }: ResourceGroup): MessageProblem[] {
  const numbers = items.map(({ sequence_number }) => sequence_number);
  return [
    ...(isSequence(numbers)
      ? []
      : [at(`${path}/ResourceGroupContentItem`, "must be numbered, each with its own SequenceNumber")]),
    ...groups.flatMap((group, index) => {
      const place = `${path}/ResourceGroup[${index + 1}]`;
      const isTyped = group.type !== null && group.type !== "Side";
      const typed = isTyped ? [] : [at(place, "must have a ResourceGroupType, and no Side: nothing here is physical")];
      return [...typed, ...groupProblems(place, group)];
    }),
  ];
}

/** A message of one recording, as in the profile SimpleAudioSingle: the deals of the release hold for its track. */
export function hasNoTrackReleases({ recordings, track_releases }: NewReleaseContent): boolean {
  return track_releases.length === 0 && recordings.length === 1;
}

/** One for each recording, each of another one. */
function trackReleaseProblems(message: NewReleaseContent, { group }: ErnRelease): MessageProblem[] {
  const recordings = new Map(message.recordings.map((recording) => [recording.reference, recording]));
  const offered = new Map<string, number>();
  const problems = message.track_releases.flatMap(({ release_id, title, ...track }, index) => {
    const path = `ReleaseList/TrackRelease[${index + 1}]`;
    const { grid, icpn, proprietary_ids } = release_id;
    const other = offered.get(track.resource_reference);
    offered.set(track.resource_reference, index + 1);
    const isSame = title !== null && title.text === recordings.get(track.resource_reference)?.title.text;
    const hasId = grid !== null || icpn !== null || proprietary_ids.length > 0 || release_id.isrc !== undefined;
    return [
      ...(hasId ? [] : [at(`${path}/ReleaseId`, "must have a ProprietaryId")]),
      ...(other === undefined
        ? []
        : [at(`${path}/ReleaseResourceReference`, `names the recording of TrackRelease[${other}] again`)]),
      ...(isSame ? [at(`${path}/DisplayTitle`, "repeats the recording's title: leave it out")] : []),
      ...(track.label_references.length === 0 ? [at(`${path}/ReleaseLabelReference`, "must be there")] : []),
      ...(track.genre === null ? [at(`${path}/DisplayGenre`, "must be there")] : []),
    ];
  });
  const isLeftOut = hasNoTrackReleases(message);
  const without = isLeftOut ? [] : itemsOf(group).filter((one) => recordings.has(one) && !offered.has(one));
  return [
    ...problems,
    ...without.map((reference) => at("ReleaseList/TrackRelease", `must be there for ${cut(reference)} too`)),
  ];
}

function itemsOf({ items, groups }: ResourceGroup): string[] {
  return [...items.map(({ resource_reference }) => resource_reference), ...groups.flatMap(itemsOf)];
}

function isSequence(numbers: readonly (number | null)[]): boolean {
  return !numbers.includes(null) && new Set(numbers).size === numbers.length;
}

function at(path: string, issue: string): MessageProblem {
  return { path, issue };
}

const SHOWN = 50;

function cut(text: string): string {
  return text.slice(0, SHOWN);
}

function isrcIssue(isrc: string | null): string {
  return isrc === null ? "must be there" : `must be an ISRC without hyphens, such as QZABC2600001, not "${cut(isrc)}"`;
}

function icpnIssue(icpn: string): string {
  return `must be a UPC or EAN of 8, 12, 13 or 14 digits with a correct check digit, not "${cut(icpn)}"`;
}
