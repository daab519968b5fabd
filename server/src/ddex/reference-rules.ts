// Every local reference of a message leads somewhere, is made once, and everything that is made is used.

import type { MessageProblem, NewReleaseContent, ResourceGroup } from "./ern.ts";

type Use = { path: string; reference: string };

type Steps<Value> = Generator<undefined, Value, undefined>;

/** It yields after each thousand references. */
export function* referenceProblems(message: NewReleaseContent): Steps<MessageProblem[]> {
  const { parties, recordings, images, texts, releases, track_releases, visibilities } = message;
  // A release is used by being there.
  const present = [...releases, ...track_releases].map(({ reference }) => ({ path: "", reference }));
  return [
    ...(yield* checked({ "PartyList/Party": parties }, partyUses(message), "party")),
    ...(yield* checked(
      { "ResourceList/SoundRecording": recordings, "ResourceList/Image": images, "ResourceList/Text": texts },
      resourceUses(message),
      "resource",
    )),
    ...(yield* checked(
      { "ReleaseList/Release": releases, "ReleaseList/TrackRelease": track_releases },
      [...dealUses(message), ...present],
      "release",
    )),
    ...(yield* checked({ "DealList/ReleaseVisibility": visibilities }, visibilityUses(message), "visibility")),
  ];
}

/** By the path of the elements that make them. */
type Made = Readonly<Record<string, readonly { reference: string }[]>>;

function* placed(made: Made): Generator<Use> {
  for (const [path, elements] of Object.entries(made))
    for (const [index, { reference }] of elements.entries()) yield { path: `${path}[${index + 1}]`, reference };
}

const STEP = 1_000;

/** Calls `look` with each, and yields now and then. */
function* each<Value>(values: Iterable<Value>, look: (value: Value) => void): Steps<void> {
  let count = 0;
  for (const value of values) {
    look(value);
    if (++count % STEP === 0) yield;
  }
}

function* checked(made: Made, uses: Iterable<Use>, what: string): Steps<MessageProblem[]> {
  const first = new Map<string, string>();
  const used = new Set<string>();
  const twice: MessageProblem[] = [];
  const unused: MessageProblem[] = [];
  const dangling: MessageProblem[] = [];
  yield* each(placed(made), ({ path, reference }) => {
    const other = first.get(reference);
    first.set(reference, other ?? path);
    if (other !== undefined) twice.push({ path, issue: `has the reference of ${other}: ${reference}` });
  });
  yield* each(uses, ({ path, reference }) => {
    used.add(reference);
    if (!first.has(reference))
      dangling.push({ path, issue: `refers to a ${what} that is not there: ${reference.slice(0, 50)}` });
  });
  yield* each(placed(made), ({ path, reference }) => {
    if (!used.has(reference)) unused.push({ path, issue: `is a ${what} that nothing refers to: ${reference}` });
  });
  return [...twice, ...unused, ...dangling];
}

function* partyUses({ recordings, releases, track_releases }: NewReleaseContent): Generator<Use> {
  for (const [index, { display_artists, contributors }] of recordings.entries()) {
    const path = `ResourceList/SoundRecording[${index + 1}]`;
    for (const { party_reference: reference } of display_artists) yield { path: `${path}/DisplayArtist`, reference };
    for (const { party_reference: reference } of contributors)
      if (reference !== null) yield { path: `${path}/Contributor`, reference };
  }
  for (const { display_artists, label_references } of releases) {
    for (const { party_reference: reference } of display_artists)
      yield { path: "ReleaseList/Release/DisplayArtist", reference };
    for (const reference of label_references) yield { path: "ReleaseList/Release/ReleaseLabelReference", reference };
  }
  for (const [index, { label_references }] of track_releases.entries())
    for (const reference of label_references)
      yield { path: `ReleaseList/TrackRelease[${index + 1}]/ReleaseLabelReference`, reference };
}

function resourceUses({ releases, track_releases, deals }: NewReleaseContent): Use[] {
  return [
    ...releases.flatMap(({ group }) => groupUses("ReleaseList/Release/ResourceGroup", group)),
    ...releases.flatMap(({ missing_references = [] }) =>
      missing_references.map((reference) => ({ path: "ReleaseList/Release/ReleaseResourceReference", reference })),
    ),
    ...track_releases.map(({ resource_reference }, index) => ({
      path: `ReleaseList/TrackRelease[${index + 1}]/ReleaseResourceReference`,
      reference: resource_reference,
    })),
    ...deals.flatMap(({ deals: offered }, index) =>
      offered.flatMap(({ instant_gratification }, place) =>
        instant_gratification.map((reference) => ({
          path: `DealList/ReleaseDeal[${index + 1}]/Deal[${place + 1}]/DealTerms/InstantGratificationResourceList`,
          reference,
        })),
      ),
    ),
  ];
}

function groupUses(path: string, { items, groups, linked }: ResourceGroup): Use[] {
  return [
    ...items.flatMap(({ resource_reference, lyrics }, index) => {
      const place = `${path}/ResourceGroupContentItem[${index + 1}]`;
      return [resource_reference, ...lyrics].map((reference) => ({ path: place, reference }));
    }),
    ...linked.map((reference) => ({ path: `${path}/LinkedReleaseResourceReference`, reference })),
    ...groups.flatMap((group, index) => groupUses(`${path}/ResourceGroup[${index + 1}]`, group)),
  ];
}

function dealUses({ deals }: NewReleaseContent): Use[] {
  return deals.flatMap(({ release_references }, index) =>
    release_references.map((reference) => ({
      path: `DealList/ReleaseDeal[${index + 1}]/DealReleaseReference`,
      reference,
    })),
  );
}

function visibilityUses({ releases }: NewReleaseContent): Use[] {
  const path = "ReleaseList/Release/ReleaseVisibilityReference";
  return releases.flatMap(({ visibility_references }) =>
    visibility_references.map((reference) => ({ path, reference })),
  );
}
