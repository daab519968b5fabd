// The words of the components that all pages share.

export const stateWords = {
  loading: "Loading",
  missing: "There is nothing here",
  failed: "This could not be loaded",
  request: "Request",
  backToList: "Back to the list",
  tryAgain: "Try again",
} as const;

export const copyWords = {
  done: "Copied",
  copy: "Copy",
  copyOf: (what: string) => `Copy ${what}`,
  shownOnce: {
    close: "Close",
    hint: "Copy it now and keep it in a safe place. It is shown only this once.",
    done: "I have it",
    title: (what: string) => `The new ${what}`,
  },
} as const;

export const listWords = {
  acts: "Actions",
  selectAll: "Select all that are loaded",
  select: (row: string) => `Select ${row}`,
  loaded: (rows: number) => `${rows} loaded, scroll for more`,
  entries: (rows: number) => `${rows} ${rows === 1 ? "entry" : "entries"}`,
} as const;

export const paletteWords = {
  title: "Find or do",
  results: "Results",
  choose: "choose",
  openKey: "Enter",
  open: "open",
  closeKey: "Esc",
  close: "close",
} as const;

export const pictureWords = {
  artworkOf: (title: string) => `Artwork of ${title}`,
  waveformOf: (title: string) => `Waveform of ${title}`,
  positionIn: (title: string) => `Position in ${title}`,
  position: (at: string, duration: string) => `${at} of ${duration}`,
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
} as const;

export const stepWords = {
  done: "done",
  now: "in progress",
  later: "not yet",
  wrong: "failed",
} as const;

export const standingWords = {
  cancelled: "Cancelled",
  liveAt: (stores: string) => `Live at ${stores}`,
  onTheWayTo: (stores: string) => `On the way to ${stores}`,
  notLive: "Not live yet",
  leavingAt: (stores: string) => `Being taken down at ${stores}`,
  goneAt: (stores: string) => `Taken down at ${stores}`,
  goneButOther: (gone: string) => `${gone}, the other is doing so`,
  goneBut: (gone: string, others: number) => `${gone}, ${others} are doing so`,
  share: (stores: number, all: number) => `${stores} of ${all}`,
  all: (stores: number) => (stores > 2 ? `all ${stores} stores` : stores === 2 ? "both stores" : "1 store"),
  needs: (stores: number) => `${stores} ${stores === 1 ? "needs" : "need"} you`,
  stalled: (stores: number) => `${stores} stalled`,
  underWay: (stores: number) => `${stores} on the way`,
  beingTakenDown: (stores: number) => `${stores} being taken down`,
  takenDown: (stores: number) => `${stores} taken down`,
  strip: (stores: number, statuses: string) => `${stores} ${stores === 1 ? "store" : "stores"}: ${statuses}`,
} as const;
