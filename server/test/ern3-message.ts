// NewReleaseMessage of ERN 3.8 as a partner's system would write it, for tests of what we receive.

type GivenErn3 = {
  version?: "382" | "383" | "384";
  icpn?: string;
  message_id?: string;
  made_at?: string;
  /** Details of the first recording for other territories than the whole world. */
  more_details?: string;
  /** In place of the deals that offer all of it worldwide. */
  deals?: string;
  is_marked?: boolean;
};

let messages = 0;

/** Two tracks; every id is its own. */
export function ern3Message(given: GivenErn3 = {}): string {
  const { version = "382", icpn = "036000291452", message_id = `M3-${++messages}`, more_details = "" } = given;
  const { made_at = "2026-01-01T10:00:00Z", deals = offers("2027-03-01"), is_marked = true } = given;
  const main = is_marked ? ' IsMainRelease="true"' : "";
  return `<?xml version="1.0" encoding="UTF-8"?>
<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/${version}" MessageSchemaVersionId="ern/${version}" ReleaseProfileVersionId="CommonReleaseTypes/14/AudioAlbumMusicOnly" LanguageAndScriptCode="en">
<MessageHeader><MessageThreadId>T1</MessageThreadId><MessageId>${message_id}</MessageId>
<MessageSender><PartyId>PADPIDA2013042401U</PartyId></MessageSender><MessageRecipient><PartyId>PADPIDA0000000000X</PartyId></MessageRecipient>
<MessageCreatedDateTime>${made_at}</MessageCreatedDateTime></MessageHeader>
<UpdateIndicator>OriginalMessage</UpdateIndicator>
<ResourceList>${recording(1, more_details)}${recording(2, "")}
<Image><ImageType>FrontCoverImage</ImageType><ImageId><ProprietaryId Namespace="PADPIDA2013042401U">COVER</ProprietaryId></ImageId>
<ResourceReference>A3</ResourceReference><ImageDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode>
<TechnicalImageDetails><TechnicalResourceDetailsReference>T3</TechnicalResourceDetailsReference><File><FileName>cover.jpg</FileName></File></TechnicalImageDetails>
</ImageDetailsByTerritory></Image></ResourceList>
<ReleaseList><Release${main}><ReleaseId><ICPN IsEan="false">${icpn}</ICPN><CatalogNumber Namespace="PADPIDA2013042401U">NJ-1</CatalogNumber></ReleaseId>
<ReleaseReference>R0</ReleaseReference><ReferenceTitle><TitleText>Midnight in Paris</TitleText></ReferenceTitle>
<ReleaseResourceReferenceList><ReleaseResourceReference ReleaseResourceType="PrimaryResource">A1</ReleaseResourceReference>
<ReleaseResourceReference ReleaseResourceType="PrimaryResource">A2</ReleaseResourceReference>
<ReleaseResourceReference ReleaseResourceType="SecondaryResource">A3</ReleaseResourceReference></ReleaseResourceReferenceList>
<ReleaseType>Album</ReleaseType><ReleaseDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode>
<DisplayArtistName>Vera Lux</DisplayArtistName><LabelName>Nightjar</LabelName>
<Title TitleType="DisplayTitle"><TitleText>Midnight in Paris</TitleText></Title>${artist}
<ParentalWarningType>NotExplicit</ParentalWarningType>
<ResourceGroup><ResourceGroupContentItem><SequenceNumber>1</SequenceNumber><ReleaseResourceReference ReleaseResourceType="PrimaryResource">A1</ReleaseResourceReference></ResourceGroupContentItem>
<ResourceGroupContentItem><SequenceNumber>2</SequenceNumber><ReleaseResourceReference ReleaseResourceType="PrimaryResource">A2</ReleaseResourceReference></ResourceGroupContentItem>
<ResourceGroupContentItem><ReleaseResourceReference ReleaseResourceType="SecondaryResource">A3</ReleaseResourceReference></ResourceGroupContentItem></ResourceGroup>
<Genre><GenreText>Pop</GenreText></Genre><ReleaseDate>2027-03-01</ReleaseDate></ReleaseDetailsByTerritory>
<PLine><Year>2027</Year><PLineText>2027 Nightjar</PLineText></PLine><CLine><Year>2027</Year><CLineText>2027 Nightjar</CLineText></CLine></Release>
${trackRelease(1)}${trackRelease(2)}</ReleaseList>${deals}
</ern:NewReleaseMessage>`;
}

const artist = `<DisplayArtist SequenceNumber="1"><PartyName><FullName>Vera Lux</FullName></PartyName>
<PartyId IsISNI="true">000000012146438X</PartyId><ArtistRole>MainArtist</ArtistRole></DisplayArtist>`;

export function ern3Details(territory: string, title: string): string {
  return `<SoundRecordingDetailsByTerritory><TerritoryCode>${territory}</TerritoryCode>
<Title TitleType="DisplayTitle"><TitleText>${title}</TitleText></Title>${artist}
<ResourceContributor SequenceNumber="1"><PartyName><FullName>Ada Moss</FullName></PartyName><ResourceContributorRole>Producer</ResourceContributorRole></ResourceContributor>
<IndirectResourceContributor SequenceNumber="1"><PartyName><FullName>Ada Moss</FullName></PartyName><IndirectResourceContributorRole>Composer</IndirectResourceContributorRole></IndirectResourceContributor>
<PLine><Year>2019</Year><PLineText>2019 Owl</PLineText></PLine><ParentalWarningType>Explicit</ParentalWarningType>
</SoundRecordingDetailsByTerritory>`;
}

function recording(number: number, more_details: string): string {
  const file = `<TechnicalSoundRecordingDetails><TechnicalResourceDetailsReference>T${number}</TechnicalResourceDetailsReference>
<File><FileName>track${number}.flac</FileName><FilePath>resources</FilePath><HashSum><HashSum>0123456789abcdef0123456789abcdef</HashSum><HashSumAlgorithmType>MD5</HashSumAlgorithmType></HashSum></File></TechnicalSoundRecordingDetails>`;
  const details = ern3Details("Worldwide", `Track ${number}`).replace(
    "</SoundRecordingDetails",
    `${file}</SoundRecordingDetails`,
  );
  return `<SoundRecording><SoundRecordingType>MusicalWorkSoundRecording</SoundRecordingType><SoundRecordingId><ISRC>QZABC260010${number}</ISRC></SoundRecordingId>
<ResourceReference>A${number}</ResourceReference><ReferenceTitle><TitleText>Track ${number}</TitleText></ReferenceTitle>
<Duration>PT3M0S</Duration>${details}${more_details}</SoundRecording>`;
}

function trackRelease(number: number): string {
  return `<Release><ReleaseId><ISRC>QZABC260010${number}</ISRC></ReleaseId><ReleaseReference>R${number}</ReleaseReference>
<ReferenceTitle><TitleText>Track ${number}</TitleText></ReferenceTitle>
<ReleaseResourceReferenceList><ReleaseResourceReference ReleaseResourceType="PrimaryResource">A${number}</ReleaseResourceReference></ReleaseResourceReferenceList>
<ReleaseType>TrackRelease</ReleaseType><ReleaseDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode><DisplayArtistName>Vera Lux</DisplayArtistName>
<LabelName>Nightjar</LabelName><Title TitleType="DisplayTitle"><TitleText>Track ${number}</TitleText></Title>${artist}<Genre><GenreText>Pop</GenreText></Genre></ReleaseDetailsByTerritory></Release>`;
}

const references = ["R0", "R1", "R2"].map((one) => `<DealReleaseReference>${one}</DealReleaseReference>`).join("");

function offers(start: string): string {
  return ern3Deals(`<CommercialModelType>SubscriptionModel</CommercialModelType><Usage><UseType>OnDemandStream</UseType></Usage>
<TerritoryCode>Worldwide</TerritoryCode><ValidityPeriod><StartDate>${start}</StartDate></ValidityPeriod>`);
}

/** The same terms for the release and its tracks. */
export function ern3Deals(...terms: string[]): string {
  const deals = terms.map((one) => `<Deal><DealTerms>${one}</DealTerms></Deal>`).join("");
  return `<DealList><ReleaseDeal>${references}${deals}</ReleaseDeal></DealList>`;
}
