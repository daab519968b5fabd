// The words of the editor of a release, in the order of its steps. Names of fields are those of the release's page.

export const editorWords = {
  created: "The draft is created.",
  title: "New release",
  enough: "A title, a main artist and a date are enough to begin. Everything else can wait.",
  create: "Create draft",
  back: "Release",
  submitted:
    "This release was submitted: its tracks stay as they are, and their audio can be replaced by a corrected master. Changes reach the stores that have it by an update of the delivery.",
  stores: "Stores",
  toRelease: "To the release",
  next: {
    metadata: "Next: metadata",
    artwork: "Next: artwork",
    tracks: "Next: tracks and audio",
    check: "Next: check and submit",
  },
  stepsLabel: "Steps",
  steps: {
    metadata: "Metadata",
    artwork: "Artwork",
    tracks: "Tracks and audio",
    check: "Check and submit",
  },
} as const;

export const submitWords = {
  label: "When it is approved",
  whens: {
    later: { label: "Deliver it later", hint: "You choose the stores after the approval." },
    all: { label: "Deliver it to all stores that are ready", hint: "" },
    some: { label: "Deliver it to chosen stores", hint: "All of them must be ready for it now." },
  },
  ready: (stores: number | undefined) =>
    stores === undefined
      ? "Those that are ready at that time."
      : `Those that are ready at that time: ${stores === 1 ? "1 store" : `${stores} stores`} as it is now.`,
  hint: "A rejected or withdrawn release is not delivered.",
  submit: (submit: string, stores = 0) =>
    stores > 1 ? `${submit} and deliver to ${stores} stores` : `${submit} and deliver`,
} as const;

export const saveWords = {
  refused: "This was not saved",
  states: {
    saved: "All changes are saved.",
    saving: "Saving…",
    refused: "Not everything is saved: see what is marked.",
  },
} as const;

export const metadataWords = {
  versionPlaceholder: "Deluxe Edition",
  artistsHint: "In the order in which stores show them. At least one is a main artist.",
  releaseDateHint: "Later than today. Stores want two to four weeks ahead.",
  typeHint: "Left empty, it follows the number and length of the tracks.",
  typePlaceholder: "By its tracks",
  language: "Language of the titles",
  labelHint: "Left empty, your organization's.",
  explicitHint: "Explicit lyrics or cover. Mark the tracks too.",
  pLineHint: "Who owns the recording.",
  linePlaceholder: "2027 Nightjar Records",
  cLineHint: "Who owns artwork and texts.",
  worldwide: "Worldwide",
  noTerritory: "Choose at least one territory: until then the old choice stays.",
  more: "Numbers, and other dates",
  upcHint: "Left empty, one is assigned.",
  eanHint: "Stores then know the release by it.",
  originalDateHint: "If it came out before, here or elsewhere.",
  startAt: "First moment, in UTC",
  startAtHint: "Left empty: midnight of the release date in each territory.",
  allLicensed: (territories: number) => `All ${territories} that are licensed to you`,
} as const;

export const peopleWords = {
  artist: (number: number) => `Artist ${number}`,
  addArtist: "Add an artist",
  name: "Name",
  nameOf: (person: string) => `${person}: name`,
  isni: "ISNI, if there is one",
  isniOf: (person: string) => `${person}: ISNI`,
  roleOf: (person: string) => `${person}: role`,
  moveUp: (person: string) => `${person}: move up`,
  remove: (person: string) => `${person}: remove`,
} as const;

export const artistIdWords = {
  at: (store: string) => `Artist id at ${store}`,
  atOf: (person: string, store: string) => `${person}: artist id at ${store}`,
  add: "Add an artist id at a store",
  addTo: (person: string) => `${person}: Add an artist id at a store`,
  choose: "Choose a store",
  storeOf: (person: string) => `${person}: store`,
} as const;

export const artworkWords = {
  chooseAnother: "Choose another picture",
  choose: "Choose a picture",
  drop: "Drop the artwork here: a square JPEG or PNG in sRGB, 3000 × 3000 pixels or more, at most 50 MB.",
  done: "The artwork is on the release.",
  loading: "Loading…",
  none: "No artwork yet.",
  cut: (file: string) =>
    `The upload of ${file} did not end. Choose the same file again, and it goes on where it stopped.`,
  pixels: (width: number, height: number) => `${width} × ${height} pixels`,
  generated: "A generated picture is on the release.",
  generate: "Use generated artwork",
} as const;

export const uploadWords = {
  states: {
    waiting: "Waits for its turn",
    sending: "Uploading",
    paused: "Paused",
    stopped: "Stopped",
    checking: "The service checks the file",
  },
  sent: (sent: string, all: string) => `${sent} of ${all}`,
  checking: "Checking the file",
  uploading: (percent: number) => `Uploading ${percent} %`,
  label: (file: string) => `Upload of ${file}`,
  pause: "Pause",
  pauseOf: (file: string) => `Pause ${file}`,
  goOn: "Go on",
  goOnWith: (file: string) => `Go on with ${file}`,
  cancel: "Cancel",
  cancelOf: (file: string) => `Cancel ${file}`,
  wasCut: "The connection was cut. Trying again…",
} as const;

export const tracksStepWords = {
  choose: "Choose audio files",
  drop: "Drop audio files here: each becomes a track. WAV or FLAC, 16 or 24 bit, 44.1 kHz or more.",
  leftOut: (files: string) => `No audio, left out: ${files}`,
  order: "Change the order by the arrows, or by Alt and an arrow key within a track.",
  isBefore: (track: string, other: string) => `${track} is now before ${other}.`,
  isAfter: (track: string, other: string) => `${track} is now after ${other}.`,
  label: "Tracks",
  showMore: "Show more tracks",
  untitled: "Untitled",
  add: "Add a track without audio",
  generated: "Generated audio is on the release.",
  generate: "Use generated audio",
  generatedTitle: (number: number) => `Track ${number}`,
} as const;

export const trackLineWords = {
  noIsrc: "no ISRC",
  replace: "Replace",
  choose: "Choose audio",
  noAudio: "No audio",
  chooseAnother: "Choose another file",
  delete: {
    question: "Delete this track?",
    label: "Delete the track",
    done: "The track is deleted.",
    of: (track: string) => `Delete ${track}`,
    hint: (track: string) => `“${track}” leaves the release for good. Its file stays in your assets.`,
  },
  label: (number: number, track: string) => `Track ${number}, ${track}`,
  edit: (track: string) => `Edit ${track}`,
  moveUp: (track: string) => `Move ${track} up`,
  moveDown: (track: string) => `Move ${track} down`,
  fileOf: (act: string, track: string) => `${act}: ${track}`,
  cut: (file: string) => `The upload of ${file} did not end. Choose the file again, and it goes on where it stopped.`,
} as const;
