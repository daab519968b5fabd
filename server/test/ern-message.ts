// NewReleaseMessage and PurgeReleaseMessage as a partner's system would write them, for tests of what we receive.

type GivenTrack = {
  isrc: string;
  title?: string;
  /** Left out: the track's own deal is the release's. Null: it has none. */
  territories?: string[] | null;
  file?: NamedFile;
  more?: string;
};

export type GivenMessage = {
  message_id?: string;
  made_at?: string;
  /** Null: none. */
  icpn?: string | null;
  title?: string;
  type?: string;
  release_date?: string;
  territories?: string[];
  start?: string;
  end?: string;
  tracks?: GivenTrack[];
  cover?: NamedFile;
  has_deals?: boolean;
  profile?: string | null;
  /** False: as in a message of one recording, which needs none. */
  has_track_releases?: boolean;
};

let messages = 0;

export function ernMessage(given: GivenMessage = {}): string {
  const { icpn = "036000291452", title = "Midnight in Paris", type = "Album", release_date = "2027-03-01" } = given;
  const { tracks = [{ isrc: "QZABC2600101" }], cover = { uri: "resources/cover.jpg" }, profile = "Audio" } = given;
  const resources = tracks.map(recording).join("");
  const image = `<Image><ResourceReference>A${tracks.length + 1}</ResourceReference><Type>FrontCoverImage</Type><ResourceId>
    <ProprietaryId Namespace="PADPIDA2013042401U">COVER</ProprietaryId></ResourceId><ParentalWarningType>NotExplicit</ParentalWarningType>
    <TechnicalDetails><TechnicalResourceDetailsReference>T0</TechnicalResourceDetailsReference>${file(cover)}</TechnicalDetails></Image>`;
  const items = tracks.map(
    (_, index) => `<ResourceGroupContentItem><SequenceNumber>${index + 1}</SequenceNumber>
      <ReleaseResourceReference>A${index + 1}</ReleaseResourceReference></ResourceGroupContentItem>`,
  );
  const trackReleases = tracks.map(
    ({ isrc }, index) => `<TrackRelease><ReleaseReference>R${index + 1}</ReleaseReference><ReleaseId>
      <ProprietaryId Namespace="PADPIDA2013042401U">${icpn}_${isrc}</ProprietaryId></ReleaseId>
      <ReleaseResourceReference>A${index + 1}</ReleaseResourceReference><ReleaseLabelReference>PLabel</ReleaseLabelReference>
      <DisplayGenre><GenreText>Pop</GenreText></DisplayGenre></TrackRelease>`,
  );
  const stated = profile === null ? "" : ` ReleaseProfileVersionId="${profile}"`;
  const code = icpn === null ? `<GRid>A10302B0003662026S</GRid>` : `<ICPN>${icpn}</ICPN>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/432"${stated} AvsVersionId="9" LanguageAndScriptCode="en">
  ${header(given)}
  <PartyList>
    <Party><PartyReference>PArtist</PartyReference><PartyName><FullName>Vera Lux</FullName></PartyName>
      <PartyId><ISNI>000000012146438X</ISNI></PartyId></Party>
    <Party><PartyReference>PLabel</PartyReference><PartyName><FullName>Nightjar</FullName></PartyName></Party>
  </PartyList>
  <ResourceList>${resources}${image}</ResourceList>
  <ReleaseList>
    <Release><ReleaseReference>R0</ReleaseReference><ReleaseType>${type}</ReleaseType><ReleaseId>${code}</ReleaseId>
      ${titles(title)}${artist}<ReleaseLabelReference>PLabel</ReleaseLabelReference>
      <PLine><Year>2027</Year><PLineText>2027 Nightjar</PLineText></PLine><CLine><Year>2027</Year><CLineText>2027 Nightjar</CLineText></CLine>
      <DisplayGenre><GenreText>Pop</GenreText></DisplayGenre><ReleaseDate>${release_date}</ReleaseDate>
      <ParentalWarningType>NotExplicit</ParentalWarningType>
      <ResourceGroup>${items.join("")}<LinkedReleaseResourceReference>A${tracks.length + 1}</LinkedReleaseResourceReference></ResourceGroup>
    </Release>${given.has_track_releases === false ? "" : trackReleases.join("")}
  </ReleaseList>${deals(given, tracks, release_date)}
</ern:NewReleaseMessage>
`;
}

export function purgeMessage(given: Pick<GivenMessage, "message_id" | "made_at"> & { icpn?: string } = {}): string {
  return `<ern:PurgeReleaseMessage xmlns:ern="http://ddex.net/xml/ern/432" AvsVersionId="9" LanguageAndScriptCode="en">${header(given)}
    <PurgedRelease><ReleaseId><ICPN>${given.icpn ?? "036000291452"}</ICPN></ReleaseId></PurgedRelease></ern:PurgeReleaseMessage>`;
}

function header({ message_id = `MSG-${++messages}`, made_at = "2026-01-01T10:00:00Z" }: GivenMessage): string {
  return `<MessageHeader><MessageId>${message_id}</MessageId><MessageSender><PartyId>PADPIDA2013042401U</PartyId></MessageSender>
    <MessageRecipient><PartyId>PADPIDA2009101501Y</PartyId></MessageRecipient>
    <MessageCreatedDateTime>${made_at}</MessageCreatedDateTime></MessageHeader>`;
}

function recording({ isrc, title = `Song ${isrc}`, file: audio, more = "" }: GivenTrack, index: number): string {
  const uri = audio ?? { uri: `resources/${index + 1}.flac` };
  return `<SoundRecording><ResourceReference>A${index + 1}</ResourceReference><Type>MusicalWorkSoundRecording</Type>
    <SoundRecordingEdition><ResourceId><ISRC>${isrc}</ISRC></ResourceId><PLine><Year>2027</Year><PLineText>2027 Nightjar</PLineText></PLine>
    <TechnicalDetails><TechnicalResourceDetailsReference>T${index + 1}</TechnicalResourceDetailsReference><DeliveryFile>
    <Type>AudioFile</Type>${file(uri)}</DeliveryFile></TechnicalDetails></SoundRecordingEdition>
    ${titles(title)}${artist}<Duration>PT3M1S</Duration><ParentalWarningType>NotExplicit</ParentalWarningType>${more}</SoundRecording>`;
}

type NamedFile = { uri: string; sha256?: string; md5?: string };

function file({ uri, sha256, md5 }: NamedFile): string {
  const [algorithm, value] = sha256 ? ["SHA-256", sha256] : ["MD5", md5];
  const hash = value
    ? `<HashSum><Algorithm>${algorithm}</Algorithm><HashSumValue>${value}</HashSumValue></HashSum>`
    : "";
  return `<File><URI>${uri}</URI>${hash}</File>`;
}

const titles = (title: string) =>
  `<DisplayTitleText>${title}</DisplayTitleText><DisplayTitle><TitleText>${title}</TitleText></DisplayTitle>`;

const artist = `<DisplayArtistName>Vera Lux</DisplayArtistName><DisplayArtist SequenceNumber="1">
  <ArtistPartyReference>PArtist</ArtistPartyReference><DisplayArtistRole>MainArtist</DisplayArtistRole></DisplayArtist>`;

function deals(given: GivenMessage, tracks: readonly GivenTrack[], release_date: string): string {
  const { has_deals = true, territories = ["Worldwide"], start = release_date, end } = given;
  if (!has_deals) return "";
  const time = (name: string, at: string) =>
    at.includes("T") ? `<${name}DateTime>${at}</${name}DateTime>` : `<${name}Date>${at}</${name}Date>`;
  const deal = (codes: readonly string[]) =>
    `<Deal><DealTerms>${codes.map((code) => `<TerritoryCode>${code}</TerritoryCode>`).join("")}
    <ValidityPeriod>${time("Start", start)}${end ? time("End", end) : ""}</ValidityPeriod>
    <CommercialModelType>SubscriptionModel</CommercialModelType><UseType>OnDemandStream</UseType></DealTerms></Deal>`;
  const all = [
    territories,
    ...(given.has_track_releases === false ? [] : tracks).map((track) =>
      track.territories === undefined ? territories : track.territories,
    ),
  ];
  const written = all.map((codes, index) =>
    codes === null
      ? ""
      : `<ReleaseDeal><DealReleaseReference>R${index}</DealReleaseReference>${deal(codes)}</ReleaseDeal>`,
  );
  return `<DealList>${written.join("")}</DealList>`;
}
