// The role of a contributor: partners write it in their own words, and DDEX has codes for most of them.

import type { Code } from "./ern.ts";
import { storeRole, type Vocabulary } from "./vocabulary.ts";

/** The codes of DDEX (AVS 9) that recordings of music have use for. */
export const musicRoleCodes: readonly string[] = `
  Adapter AdditionalEngineer AdditionalMixingEngineer AdditionalPerformer AdditionalStudioProducer Arranger Artist
  AssistantConductor AssistantEngineer AssistantProducer AssociateProducer AssociatedPerformer Author
  BackgroundVocalist BalanceEngineer BandLeader Choir ChoirMember ChorusMaster CoExecutiveProducer CoMixer
  CoMixingEngineer CoProducer CompilationProducer Composer ComposerLyricist ConcertMaster Conductor Contractor
  CoverDesigner DJ Dancer DigitalEditingEngineer Editor Engineer Ensemble ExecutiveProducer GraphicArtist
  GraphicDesigner GroupMember Illustrator ImmersiveMasteringEngineer ImmersiveMixingEngineer KeyTalent LeadPerformer
  LeadVocalist Librettist Lyricist MasteringEngineer MasteringSecondEngineer Mixer MixingEngineer MixingSecondEngineer
  MusicArranger MusicCopyist MusicDirector MusicGroup MusicPublisher Musician Narrator Orchestra OrchestraMember
  OriginalArtist OverdubEngineer Performer Photographer PlaybackSinger PrimaryMusician Programmer ProgrammingEngineer
  RecordingEngineer RecordingSecondEngineer ReissueProducer RemixedArtist Remixer RemixingEngineer SecondEngineer
  Soloist SoundDesigner SoundMixer Speaker StringEngineer StringProducer StringsDirector StudioConductor
  StudioMusician StudioPersonnel StudioProducer SubLyricist TapeOperator Tonmeister TrackingEngineer Translator
  VocalArranger VocalEditingEngineer VocalEngineer VocalProducer Vocalist VoiceActor
`
  .trim()
  .split(/\s+/);

const byLetters = new Map(musicRoleCodes.map((code) => [lettersOf(code), code]));
// As most partners write them, too.
for (const code of musicRoleCodes)
  byLetters.set(wordsOfRole({ value: code, user_defined: null }), code).set(code, code);
// DDEX has no plain producer: the one of a recording is the studio's.
byLetters.set("producer", "StudioProducer").set("songwriter", "ComposerLyricist");

/** The store's own table is asked first. Keeps the partner's words if no code fits them. */
export function contributorRole(words: string, namespace: string, store?: Pick<Vocabulary, "roles">): Code {
  const code = (store && storeRole(store, words)) ?? byLetters.get(words) ?? byLetters.get(lettersOf(words));
  return code
    ? { value: code, user_defined: null }
    : { value: "UserDefined", user_defined: { namespace, value: words } };
}

/** The other way: `MixingEngineer` is a mixing engineer. A role that its sender defines and does not say is another one. */
export function wordsOfRole({ value, user_defined }: Code): string {
  if (value === "UserDefined" && !user_defined?.namespace) return "Other";
  if (user_defined) return user_defined.value;
  if (value === "StudioProducer") return "Producer";
  const words = value.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
  return `${words.slice(0, 1)}${words.slice(1).toLowerCase()}`;
}

function lettersOf(words: string): string {
  return words.toLowerCase().replaceAll(/[\s_-]+/g, "");
}
