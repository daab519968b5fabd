// The codes of DDEX for the role of a contributor: those that the schema of each version takes. `UserDefined` is not among them.

/** In AVS 9, for ERN 4.3 and 4.3.2, and in the lists of ERN 3.8.3. */
const inBoth = `
  AAndRAdministrator AAndRCoordinator Accompanyist Actor Adapter AdditionalEngineer AdditionalMixingEngineer
  AdditionalPerformer AdditionalProgrammingEngineer AdditionalStudioProducer AnchorPerson AnimalTrainer Animator
  Annotator Announcer Armourer Arranger ArtCopyist ArtDirector Artist ArtistBackgroundVocalEngineer
  ArtistVocalEngineer ArtistVocalSecondEngineer AssistantCameraOperator AssistantChiefLightingTechnician
  AssistantConductor AssistantDirector AssistantEditor AssistantEngineer AssistantProducer AssistantVisualEditor
  AssociateProducer AssociatedPerformer AuralTrainer Author BackgroundVocalist BalanceEngineer BandLeader Binder
  BindingDesigner BookDesigner BookProducer BookjackDesigner BookplateDesigner BroadcastAssistant
  BroadcastJournalist Calligrapher CameraOperator Carpenter Cartographer Cartoonist CastingDirector Causeur Censor
  ChiefLightingTechnician Choir ChoirMember Choreographer ChorusMaster CircusArtist ClapperLoader ClubDJ CoDirector
  CoExecutiveProducer CoMixer CoMixingEngineer CoProducer ColorSeparator Comedian Commentator
  CommissioningBroadcaster CompilationProducer Composer ComposerLyricist ComputerGraphicCreator ComputerProgrammer
  ConcertMaster Conductor Consultant ContinuityChecker Contractor Correspondent CostumeDesigner CoverDesigner DJ
  Dancer Delineator Designer DialogueCoach DialogueDirector DigitalAudioWorkstationEngineer DigitalEditingEngineer
  DigitalEditingSecondEngineer DirectStreamDigitalEngineer Director DistributionCompany Draughtsman Dresser Dubber
  Editor EditorInChief EditorOfTheDay Encoder Engineer Ensemble ExecutiveProducer Expert Facsimilist FightDirector
  FilmDirector FilmDistributor FilmEditor FilmProducer FilmSoundEngineer FloorManager FocusPuller FoleyArtist
  FoleyEditor FoleyMixer GraphicArtist GraphicAssistant GraphicDesigner Greensman Grip GroupMember GuestConductor
  Hairdresser Illustrator InitialProducer InterviewedGuest Interviewer KeyCharacter KeyGrip KeyTalent LeadPerformer
  LeadVocalist Leadman Librettist LightingDirector LightingTechnician LocationManager Lyricist MakeUpArtist
  Manufacturer MasteringEngineer MasteringSecondEngineer MatteArtist Mixer MixingEngineer MixingSecondEngineer
  MusicArranger MusicCopyist MusicDirector MusicGroup MusicPublisher Musician Narrator NewsProducer NewsReader
  NonLyricAuthor NotSpecified Orchestra OrchestraMember OriginalArtist OriginalPublisher OverdubEngineer
  OverdubSecondEngineer Painter Performer Photographer PhotographyDirector PlaybackSinger PostProducer PreProduction
  PreProductionEngineer PreProductionSecondEngineer PrimaryMusician ProductionAssistant ProductionCompany
  ProductionCoordinator ProductionDepartment ProductionManager ProductionSecretary ProgramProducer Programmer
  ProgrammingEngineer ProjectEngineer PropertyManager PublishingDirector Puppeteer Pyrotechnician RecordingEngineer
  RecordingSecondEngineer Redactor ReissueProducer RemixedArtist Remixer RemixingEngineer RemixingSecondEngineer
  Repetiteur ResearchTeamHead ResearchTeamMember Researcher Restager Rigger RightsControllerOnProduct Runner
  ScenicOperative ScientificAdvisor ScriptSupervisor SecondAssistantCameraOperator SecondAssistantDirector
  SecondConductor SecondEngineer SecondUnitDirector SeriesProducer SetDesigner SetDresser SignLanguageInterpreter
  Soloist SoundDesigner SoundMixer SoundRecordist SoundSupervisor Speaker SpecialEffectsTechnician Sponsor
  StageAssistantEngineer StageDirector StageEngineer StoryTeller StringEngineer StringProducer StringsDirector
  StudioConductor StudioMusician StudioPersonnel StudioProducer Stunts SubArranger SubLyricist SubPublisher
  SubstitutedPublisher SubtitlesEditor SubtitlesTranslator SupportingActor SurroundMixingEngineer
  SurroundMixingSecondEngineer TapeOperator TechnicalDirector Tonmeister TrackingEngineer TrackingSecondEngineer
  TransfersAndSafetiesEngineer TransfersAndSafetiesSecondEngineer Translator TransportationManager
  Treatment/ProgramProposal TypeDesigner Unknown VideoDirector VideoMusicalDirector VideoProducer Videographer
  VisionMixer VisualEditor VisualEffectsTechnician VocalArranger VocalEditingEngineer VocalEditingSecondEngineer
  VocalEngineer VocalProducer VocalSecondEngineer Vocalist VoiceActor Wardrobe
`;

/** Only AVS 9 has these. */
const inFour = `
  Architect AuthorInQuotations AuthorOfAfterword BookPublisher Compiler Conceptor CopyrightClaimant CopyrightHolder
  Creator DialogueAuthor Dissertant Engraver Etcher ImmersiveMasteringEngineer ImmersiveMixingEngineer Journalist
  LandscapeArchitect Lithographer MetalEngraver Mime NewspaperPublisher PeriodicalPublisher PlateMaker Playwright
  Presenter Reporter Reviewer Rubricator ScreenplayAuthor Sculptor WoodEngraver Woodcutter
  WriterOfAccompanyingMaterial
`;

/** Only ERN 3.8.3 has these. */
const inThree = `
  Band Contributor FeaturedArtist MainArtist Member Producer
`;

const wordsOf = (text: string) => text.trim().split(/\s+/);
const shared = wordsOf(inBoth);
const codesOfFour: ReadonlySet<string> = new Set([...shared, ...wordsOf(inFour)]);
const codesOfThree: ReadonlySet<string> = new Set([...shared, ...wordsOf(inThree)]);

/** `version`: of the message, such as `4.3.2` or `3.8.3`. */
export function isRoleCode(code: string, version: string): boolean {
  return (version.startsWith("3.") ? codesOfThree : codesOfFour).has(code);
}
