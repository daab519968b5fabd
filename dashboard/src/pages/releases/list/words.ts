// The words of the list of releases, in the order of the page.

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

export const releaseListWords = {
  search: "Title, artist, UPC, ISRC or id",
  status: "Status",
  everyStatus: "Every status",
  sort: "Sort",
  orders: {
    "-created_at": "Newest first",
    created_at: "Oldest first",
    "-release_date": "Release date, latest first",
    release_date: "Release date, earliest first",
    title: "Title, A to Z",
    "-title": "Title, Z to A",
  },
  columnChoice: "Columns",
  usualColumns: "Show the usual columns",
  columns: {
    release: "Release",
    status: "Status",
    release_date: "Release date",
    upc: "UPC",
    label: "Label",
    type: "Type",
    genre: "Genre",
    catalog_number: "Catalogue no.",
    territories: "Territories",
    created_at: "Created",
    updated_at: "Changed",
  },
} as const;

export const viewWords = {
  label: "Views",
  all: "All releases",
  save: "Save view",
  menu: (view: string) => `View ${view}`,
  rename: "Rename view",
  delete: "Delete view",
  name: "Name",
  nameHint: "For these filters, this order and these columns. Kept in this browser.",
} as const;

export const selectionWords = {
  label: "Order and selection",
  selected: "selected",
  deliver: "Deliver",
  takeDown: "Take down",
  export: "Export",
  clear: "Clear the selection",
  exported: (releases: number, file: string) => `${counted(releases, "release")} exported to ${file}.`,
} as const;

export const deliverManyWords = {
  title: (releases: number) => `Deliver ${counted(releases, "release")}`,
  leftOut: (drafts: number) => `${drafts} ${drafts === 1 ? "draft is" : "drafts are"} left out. Submit first.`,
  territories: "Where the stores may offer them",
  worldwide: "Everywhere that each release, its stores and your licence allow",
  action: (releases: number, stores: number) =>
    `Deliver ${counted(releases, "release")}${stores > 0 ? ` to ${counted(stores, "store")}` : ""}`,
  done: (releases: number) => `Delivery started for ${releases}`,
  goOn: (left: number) => `Deliver the ${left} left`,
  delivered: (stores: number, others: number) =>
    `On its way to ${counted(stores, "store")}${others > 0 ? `; ${counted(others, "store")} had it already` : ""}`,
  hasAlready: "Every chosen store has it already",
} as const;

export const takeDownManyWords = {
  title: (releases: number) => `Take down ${counted(releases, "release")}`,
  leftOut: (releases: number) =>
    `${releases} ${releases === 1 ? "release at no store is" : "releases at no store are"} left out.`,
  hint: "Every store that has one of these releases is asked to remove it. That typically takes 24 to 72 hours. Listeners lose them there; to bring one back, deliver it anew.",
  reason: "Reason",
  reasonHint: "Sent to the stores. Optional.",
  action: (releases: number) => `Take down ${counted(releases, "release")} everywhere`,
  done: (releases: number) => `Takedown requested for ${releases}`,
  goOn: (left: number) => `Take down the ${left} left`,
  requested: (stores: number) => `Takedown requested at ${counted(stores, "store")}`,
  noStore: "No store has it",
} as const;

/** For each act on several releases. */
export const manyWords = {
  stop: "Stop",
  close: "Close",
  cancel: "Cancel",
  more: (more: number) => `and ${more} more`,
  noneFits: "None of the selected releases fits.",
  progressLabel: "Releases that are done",
  progress: (ended: number, all: number) => `${ended} of ${all} …`,
  stopAfter: "Stop after this one",
  end: "Done",
  /** After the releases that are done, by the state of the others. */
  others: {
    none: (releases: number) => `${releases} had nothing to do`,
    failed: (releases: number) => `${releases} failed`,
    waiting: (releases: number) => `${releases} not begun`,
  },
  states: {
    waiting: "Not begun",
    running: "Under way…",
    done: "",
    none: "",
    failed: "",
  },
} as const;
