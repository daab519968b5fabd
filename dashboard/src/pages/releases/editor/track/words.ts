// The words of the editor of a track, from the fields that all tracks have to those of few.

export const trackWords = {
  title: (number: number, track: string) => `Track ${number}: ${track}`,
  close: "Close",
  versionPlaceholder: "Radio Edit",
  isrc: "ISRC",
  isrcPlaceholder: "QZ-ABC-27-00001",
  language: "Language of the words",
  disc: "Disc",
  advisory: "Parental advisory",
  advisories: {
    none: "None",
    explicit: "Explicit",
    clean: "Clean (an edited version)",
  },
  artistsHint: "Without any, the release's.",
  withheld: "Not sold by itself",
  lyrics: "Lyrics",
  asRelease: "As the release",
  done: "Done",
} as const;

export const trackPartWords = {
  credits: "Credits",
  recording: "Recording",
  ai: "AI",
  timedLyrics: "Timed lyrics",
  classical: "Classical",
  languages: "Other languages",
  credited: (credits: number) => (credits === 1 ? "1 credit" : `${credits} credits`),
  /** Nothing where there is none. */
  translated: (languages: number) =>
    languages > 1 ? `${languages} languages` : languages === 1 ? "1 language" : undefined,
  filled: "Filled in",
  ownLine: "own ℗ line",
  publishers: (publishers: number) => (publishers === 1 ? "1 publisher" : `${publishers} publishers`),
  instrumental: "instrumental",
  cover: "cover version",
  instant: "with the pre-order",
  lrc: "Lyrics with times (LRC)",
  lrcHint: "Each line begins with the time at which it is sung.",
  lrcPlaceholder: "[00:12.50] Midnight falls on the Rue Lepic",
} as const;

/** `firstRole` is that of a person who is added to the group. */
export const creditWords = {
  hint: "Composers and lyricists by their legal names. Many stores ask for at least one person in each of the three groups.",
  groups: {
    writers: {
      legend: "Writers",
      missing: "no writer",
      one: (number: number) => `Writer ${number}`,
      add: "Add a writer",
      firstRole: "Composer",
    },
    performers: {
      legend: "Performers",
      missing: "no performer",
      one: (number: number) => `Performer ${number}`,
      add: "Add a performer",
      firstRole: "Vocalist",
    },
    production: {
      legend: "Production",
      missing: "no production",
      one: (number: number) => `Production ${number}`,
      add: "Add a producer or engineer",
      firstRole: "Producer",
    },
    others: {
      legend: "Other credits",
      one: (number: number) => `Other credit ${number}`,
      add: "Add another credit",
      firstRole: "",
    },
  },
  none: "Not credited yet.",
  asArtists: (artists: readonly string[]) => `Credited as artists: ${artists.join(", ")}.`,
  role: "Role",
  roleOf: (person: string) => `${person}: role`,
  inNoGroup: (role: string) => `“${role}” counts in none of the three groups: stores have no code for it.`,
  countsAs: (role: string, group: string) => `“${role}” counts under ${group}.`,
} as const;

export const aiWords = {
  whole: "Made by artificial intelligence",
  wholeHint: "Follows from the parts, if they are filled in.",
  shares: {
    none: "None of it",
    partial: "A part of it",
    full: "All of it",
  },
  partsHint: "Or by part, which more and more stores ask for:",
  parts: {
    vocals: "Vocals",
    instruments: "Instruments",
    lyrics: "Words",
    composition: "Composition",
    post_production: "Mixing and mastering",
  },
  notSaid: "Not said",
  artwork: "Artwork made by artificial intelligence",
} as const;

export const recordingWords = {
  pLineHint: "Who owns this recording. Left empty, the release's.",
  pLinePlaceholder: "2027 Nightjar Records",
  iswc: "ISWC",
  iswcHint: "The code of the composition.",
  iswcPlaceholder: "T-034.524.680-1",
  year: "Recorded in the year",
  country: "Recorded in",
  publishers: "Publishers",
  publishersHint: "Those of the composition.",
  publisher: (number: number) => `Publisher ${number}`,
  addPublisher: "Add a publisher",
  name: "Name",
  nameOf: (publisher: string) => `${publisher}: name`,
  ipi: "IPI, if known",
  ipiOf: (publisher: string) => `${publisher}: IPI`,
  instrumental: "Instrumental: it has no vocals",
  cover: "Cover version: another artist recorded it first",
  instant: "Given to buyers of a pre-order at once",
  instantHint: "Only where a delivery has a pre-order.",
} as const;

export const classicalWords = {
  work: "Work",
  workHint: "The work that this movement is a part of.",
  workPlaceholder: "Symphony No. 5 in C minor, Op. 67",
  number: "Movement number",
  title: "Movement title",
  titlePlaceholder: "Allegro con brio",
} as const;

export const translationWords = {
  hint: "The title and the names of artists in other languages or scripts, as stores there show them.",
  one: (number: number) => `Translation ${number}`,
  add: "Add a language",
  language: "Language",
  artist: (artist: string) => `${artist}, as written there`,
} as const;

const seconds = (length_ms: number) => `${(Math.abs(length_ms) / 1_000).toFixed(1)} s`;
const longer = (length_ms: number) => `${seconds(length_ms)} ${length_ms > 0 ? "longer" : "shorter"}`;

export const replaceWords = {
  label: "Replace audio",
  of: (track: string) => `Replace audio: ${track}`,
  title: (track: string) => `Replace the audio of “${track}”`,
  now: "Now",
  new: "New",
  another: "Choose another file",
  choose: "Choose the new file",
  drop: "Drop the corrected master here. WAV or FLAC, 16 or 24 bit, 44.1 kHz or more.",
  generate: "Use generated audio",
  asLong: "Both have the same length.",
  nearlyAsLong: (longer_ms: number) => `The new file is ${longer(longer_ms)}.`,
  differs: (longer_ms: number) =>
    `The new file is ${longer(longer_ms)}. Stores may take that for another recording: listen to both first.`,
  isSame: (isrc: string | null) =>
    isrc ? `It is the same recording, and keeps the ISRC ${isrc}` : "It is the same recording",
  isSameHint: "Such as a corrected master. Another recording is a new track with its own ISRC.",
  next: {
    label: "What happens next",
    review: "The change is reviewed first. Until it is approved, stores get the audio of before.",
    nothing: "Nothing goes to stores by itself.",
    update: "Update the delivery when you are ready: stores then get the new file, and all else stays as it is.",
  },
  done: "The audio is replaced. Update the delivery to bring it to stores.",
} as const;
