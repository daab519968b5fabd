// Places in a message of ERN 3. Readers, rules and fields name places as ERN 4.3 has them; here they become those of the
// message that was written or received.

/**
 * The paths of the release itself, of the track releases and of the first use of each party, by its place in the list of values.
 * `origin`: where a value was read, if the reader kept it.
 */
export type Ern3Places = {
  release: string;
  track_releases: readonly string[];
  party: (index: number) => string;
  origin: (path: string) => string | undefined;
};

/** A message of ours: the release comes first, and parties are named throughout. */
export const writtenPlaces: Ern3Places = {
  release: "ReleaseList/Release[1]",
  track_releases: [],
  party: () => "ResourceList",
  origin: () => undefined,
};

type Row = readonly [from: RegExp, to: string];

const ofRecording: readonly Row[] = [
  [/^SoundRecordingEdition\/ResourceId/, "SoundRecordingId"],
  [/^SoundRecordingEdition\/TechnicalDetails/, "SoundRecordingDetailsByTerritory/TechnicalSoundRecordingDetails"],
  [/^SoundRecordingEdition/, "SoundRecordingDetailsByTerritory"],
  [/^DisplayTitle(Text)?/, "ReferenceTitle"],
  [/^DisplayArtist(Name)?/, "SoundRecordingDetailsByTerritory/DisplayArtist"],
  [/^Contributor(\[\d+\])?(\/Role(\[\d+\])?)?/, "SoundRecordingDetailsByTerritory/ResourceContributor"],
  [/^ParentalWarningType/, "SoundRecordingDetailsByTerritory/ParentalWarningType"],
  [/^WorkId/, "IndirectSoundRecordingId"],
  [/^LocationAndDateOfSession\/Venue\/TerritoryCode/, "CreationDate/@TerritoryCode"],
  [/^LocationAndDateOfSession.*/, "CreationDate"],
];

const ofImage: readonly Row[] = [
  [/^ResourceId/, "ImageId"],
  [/^TechnicalDetails/, "ImageDetailsByTerritory/TechnicalImageDetails"],
];

const ofRelease: readonly Row[] = [
  [/^DisplayTitle(Text)?/, "ReferenceTitle"],
  [/^ReleaseLabelReference/, "ReleaseDetailsByTerritory/LabelName"],
  [/^DisplayGenre|^Genre/, "ReleaseDetailsByTerritory/Genre"],
  [/^ReleaseResourceReference/, "ReleaseResourceReferenceList/ReleaseResourceReference"],
  [
    /^(?=DisplayArtist|ParentalWarningType|ResourceGroup|ReleaseDate|OriginalReleaseDate)/,
    "ReleaseDetailsByTerritory/",
  ],
];

export function ern3Path(path: string, places: Ern3Places): string {
  const { release, track_releases, party, origin } = places;
  const [list = "", element = "", ...rest] = path.split("/");
  const [, name = "", number = "1"] = /^(\w+)(?:\[(\d+)\])?$/.exec(element) ?? [];
  const index = Number(number) - 1;
  const below = rest.join("/");
  const under = (place: string, rows: readonly Row[]) => {
    if (below === "") return place;
    const name = renamed(below, rows);
    return origin(path) ?? origin(`${list}/${element}/${name}`) ?? `${place}/${name}`;
  };
  switch (`${list}/${name}`) {
    case "ResourceList/SoundRecording":
      return under(`${list}/${element}`, ofRecording);
    case "ResourceList/Image":
      return under(`${list}/${element}`, ofImage);
    case "ReleaseList/Release":
      return under(release, ofRelease);
    case "ReleaseList/TrackRelease":
      return under(track_releases[index] ?? `ReleaseList/Release[${index + 2}]`, ofRelease);
    case "PartyList/Party":
      return party(index);
    default:
      return path.replace(/\/DealTerms\/UseType$/, "/DealTerms/Usage/UseType");
  }
}

function renamed(below: string, rows: readonly Row[]): string {
  const row = rows.find(([from]) => from.test(below));
  return row ? below.replace(row[0], row[1]) : below;
}
