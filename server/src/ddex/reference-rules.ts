// Every local reference of a message leads somewhere, is made once, and everything that is made is used.

import type { MessageProblem, NewReleaseContent, ResourceGroup } from "./ern.ts";

type Use = { path: string; reference: string };

export function referenceProblems(message: NewReleaseContent): MessageProblem[] {
  return [
    ...checked(message.parties.map(placed("PartyList/Party")), partyUses(message), "party"),
    ...checked(
      [
        ...message.recordings.map(placed("ResourceList/SoundRecording")),
        ...message.images.map(placed("ResourceList/Image")),
      ],
      resourceUses(message),
      "resource",
    ),
    ...checked(
      [
        ...message.releases.map(placed("ReleaseList/Release")),
        ...message.track_releases.map(placed("ReleaseList/TrackRelease")),
      ],
      // A release is used by being there.
      [...dealUses(message), ...message.releases, ...message.track_releases].map((use) => ({ path: "", ...use })),
      "release",
    ),
  ];
}

function placed(path: string) {
  return ({ reference }: { reference: string }, index: number): Use => ({ path: `${path}[${index + 1}]`, reference });
}

function checked(made: readonly Use[], uses: readonly Use[], what: string): MessageProblem[] {
  const known = new Set(made.map(({ reference }) => reference));
  const used = new Set(uses.map(({ reference }) => reference));
  const first = new Map<string, string>();
  const twice = made.flatMap(({ path, reference }) => {
    const other = first.get(reference);
    first.set(reference, other ?? path);
    return other === undefined ? [] : [{ path, issue: `has the reference of ${other}: ${reference}` }];
  });
  return [
    ...twice,
    ...made.flatMap(({ path, reference }) =>
      used.has(reference) ? [] : [{ path, issue: `is a ${what} that nothing refers to: ${reference}` }],
    ),
    ...uses.flatMap(({ path, reference }) =>
      known.has(reference) ? [] : [{ path, issue: `refers to a ${what} that is not there: ${reference.slice(0, 50)}` }],
    ),
  ];
}

function partyUses({ recordings, releases, track_releases }: NewReleaseContent): Use[] {
  const uses: Use[] = [];
  for (const [index, { display_artists, contributors }] of recordings.entries()) {
    const path = `ResourceList/SoundRecording[${index + 1}]`;
    for (const { party_reference: reference } of display_artists)
      uses.push({ path: `${path}/DisplayArtist`, reference });
    for (const { party_reference: reference } of contributors) uses.push({ path: `${path}/Contributor`, reference });
  }
  for (const { display_artists, label_references } of releases) {
    for (const { party_reference: reference } of display_artists)
      uses.push({ path: "ReleaseList/Release/DisplayArtist", reference });
    for (const reference of label_references)
      uses.push({ path: "ReleaseList/Release/ReleaseLabelReference", reference });
  }
  for (const [index, { label_references }] of track_releases.entries())
    for (const reference of label_references)
      uses.push({ path: `ReleaseList/TrackRelease[${index + 1}]/ReleaseLabelReference`, reference });
  return uses;
}

function resourceUses({ releases, track_releases }: NewReleaseContent): Use[] {
  return [
    ...releases.flatMap(({ group }) => groupUses("ReleaseList/Release/ResourceGroup", group)),
    ...track_releases.map(({ resource_reference }, index) => ({
      path: `ReleaseList/TrackRelease[${index + 1}]/ReleaseResourceReference`,
      reference: resource_reference,
    })),
  ];
}

function groupUses(path: string, { items, groups, linked }: ResourceGroup): Use[] {
  return [
    ...items.map(({ resource_reference }, index) => ({
      path: `${path}/ResourceGroupContentItem[${index + 1}]`,
      reference: resource_reference,
    })),
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
