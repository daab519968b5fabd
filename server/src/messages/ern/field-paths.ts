// Where the fields of the catalogue stand in an ERN message. Read in both directions: what is wrong with a message that we
// write is told by its field (faults.ts), and what is wrong with a field that a partner sent by its path (exchange).

/**
 * `path`: below the element of the release or the sound recording. `also`: other elements of this field, also those of ERN 3. From a path to a
 * field, the first row that fits counts, so that a part of an element stands before the element.
 */
export type FieldPath = { field: string; path: string; also?: readonly string[] };

export const releasePaths: readonly FieldPath[] = [
  { field: "version", path: "DisplayTitle/SubTitle", also: ["ReferenceTitle/SubTitle"] },
  { field: "title", path: "DisplayTitleText", also: ["DisplayTitle", "ReferenceTitle", "Title"] },
  { field: "translations", path: "DisplayTitleText" },
  { field: "type", path: "ReleaseType" },
  { field: "artists", path: "DisplayArtist" },
  { field: "release_date", path: "ReleaseDate" },
  { field: "original_release_date", path: "OriginalReleaseDate" },
  { field: "label", path: "ReleaseLabelReference", also: ["LabelName"] },
  { field: "catalog_number", path: "ReleaseId/CatalogNumber" },
  { field: "upc", path: "ReleaseId/ICPN", also: ["ReleaseId"] },
  { field: "ean", path: "ReleaseId/ICPN" },
  { field: "subgenre", path: "Genre/SubGenre", also: ["DisplayGenre/SubGenre"] },
  { field: "genre", path: "Genre", also: ["DisplayGenre"] },
  { field: "p_line", path: "PLine" },
  { field: "c_line", path: "CLine" },
];

export const trackPaths: readonly FieldPath[] = [
  { field: "version", path: "DisplayTitle/SubTitle", also: ["ReferenceTitle/SubTitle"] },
  { field: "title", path: "DisplayTitleText", also: ["DisplayTitle", "ReferenceTitle", "Title"] },
  { field: "artists", path: "DisplayArtist" },
  { field: "contributors", path: "Contributor", also: ["ResourceContributor", "IndirectResourceContributor"] },
  { field: "publishers", path: "Contributor" },
  { field: "translations", path: "DisplayTitleText" },
  {
    field: "isrc",
    path: "SoundRecordingEdition/ResourceId/ISRC",
    also: ["SoundRecordingEdition/ResourceId", "SoundRecordingId"],
  },
  { field: "language", path: "LanguageOfPerformance" },
  { field: "ai", path: "ContainsAI" },
  { field: "ai_parts", path: "ContainsAI" },
  { field: "advisory", path: "ParentalWarningType" },
  { field: "p_line", path: "SoundRecordingEdition/PLine" },
  { field: "is_instrumental", path: "IsInstrumental" },
  { field: "is_cover", path: "IsCover" },
  {
    field: "recording_country",
    path: "LocationAndDateOfSession/Venue/TerritoryCode",
    also: ["CreationDate/@TerritoryCode"],
  },
  { field: "recording_year", path: "LocationAndDateOfSession/Period/StartDate", also: ["CreationDate"] },
  { field: "iswc", path: "WorkId/ISWC", also: ["WorkId", "IndirectSoundRecordingId"] },
  { field: "movement_title", path: "FormalTitle/SubTitle", also: ["AdditionalTitle/SubTitle"] },
  { field: "movement_number", path: "FormalTitle/SubTitle" },
  { field: "work", path: "FormalTitle", also: ["AdditionalTitle"] },
  // The rest of a sound recording says what its file is.
  { field: "audio_asset_id", path: "SoundRecordingEdition/TechnicalDetails", also: [""] },
];
