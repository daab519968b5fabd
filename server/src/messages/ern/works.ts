// The tracks of a release in their order: a group for each disc, and in it one for each work of several tracks.

import type { DisplayTitle, Image, ResourceGroup, TextResource } from "../../ddex/ern.ts";
import type { ContentTrack } from "../../releases/release.ts";

type Item = ResourceGroup["items"][number];
type Placed = { track: ContentTrack; item: Item };

const none: ReadonlySet<ContentTrack> = new Set();

/** The tracks of works that have several: each follows another of its work, on one disc. */
export function workParts(tracks: readonly ContentTrack[]): ReadonlySet<ContentTrack> {
  if (tracks.every(({ work }) => work === null)) return none;
  const parts = new Set<ContentTrack>();
  const last = new Map<number, ContentTrack>();
  for (const track of tracks) {
    const before = last.get(track.disc_number);
    if (before && isSameWork(before, track)) parts.add(before).add(track);
    last.set(track.disc_number, track);
  }
  return parts;
}

function isSameWork(one: ContentTrack, other: ContentTrack): boolean {
  return one.work !== null && one.work === other.work;
}

const noLyrics: readonly string[] = [];

/** `texts`: the lyrics, by the place of their track. */
export function groupOf(
  tracks: readonly ContentTrack[],
  images: readonly Image[],
  texts: ReadonlyMap<number, readonly TextResource[]>,
): ResourceGroup {
  const discs = new Map<number, Placed[]>();
  for (const [index, track] of tracks.entries()) {
    const placed = discs.get(track.disc_number) ?? [];
    const lyrics = texts.get(index)?.map(({ reference }) => reference) ?? noLyrics;
    placed.push({
      track,
      item: { sequence_number: track.track_number, resource_reference: `A${index + 1}`, lyrics },
    });
    discs.set(track.disc_number, placed);
  }
  const groups = [...discs].map(([disc_number, placed]) => ({
    ...blank,
    type: "Component",
    sequence_number: disc_number,
    ...withWorks(placed),
  }));
  return { ...blank, groups, linked: images.map(({ reference }) => reference) };
}

const blank: ResourceGroup = {
  type: null,
  title: null,
  formal_title: null,
  sequence_number: null,
  groups: [],
  items: [],
  linked: [],
};

/** A group has the number of its first track, so that groups and tracks of a disc have one order. */
function withWorks(placed: readonly Placed[]): Pick<ResourceGroup, "groups" | "items"> {
  const parts = workParts(placed.map(({ track }) => track));
  const items: Item[] = [];
  const groups: (ResourceGroup & { items: Item[] })[] = [];
  for (const [index, { track, item }] of placed.entries()) {
    const before = placed[index - 1]?.track;
    if (!parts.has(track) || track.work === null) items.push(item);
    else if (before && isSameWork(before, track)) groups.at(-1)?.items.push(item);
    else groups.push({ ...workGroup(track.work, item.sequence_number), items: [item] });
  }
  return { groups, items };
}

function workGroup(work: string, sequence_number: number | null): ResourceGroup {
  const title: DisplayTitle = { text: work, title: work, sub_title: null };
  const formal_title = { title: work, sub_title: null };
  return { ...blank, type: "MultiWorkPart", title, formal_title, sequence_number };
}
