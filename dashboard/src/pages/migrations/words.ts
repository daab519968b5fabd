// The words of the pages about releases that come from another distributor.

export const migrationsWords = {
  title: "Moving in",
  about: "Releases that come from another distributor. Keep the former one up at a store until it is safe there.",
  create: "Move a release in",
  columns: { release: "Release", from: "From", stores: "Stores", safe: "All safe from" },
  notKnown: "Not known yet",
  allSafe: (day: string) => `All safe from ${day}`,
  none: "Nothing moves in",
  noneHint:
    "Bring a catalogue from another distributor with its UPCs and ISRCs, and stores keep plays and playlists. Here you see when each store is safe.",
  counts: {
    awaiting_delivery: (stores: number) => `${stores} awaiting`,
    overlapping: (stores: number) => `${stores} overlapping`,
    safe_to_take_down: (stores: number) => `${stores} safe`,
  },
  noStores: "Not delivered yet",
} as const;

export const newMigrationWords = {
  title: "Move a release in",
  hint: "The release needs the UPC or EAN that stores know it by, an ISRC on every track, and the day of its first release.",
  release: "Release",
  placeholder: "Title, artist, UPC, ISRC or id",
  noMatch: "No release matches.",
  from: "Former distributor",
  days: "Days that both have it at a store",
  action: "Move it in",
  done: "The release moves in. Deliver it next, and leave the former one up.",
} as const;

export const migrationWords = {
  title: "Move",
  from: (distributor: string) => `From ${distributor}`,
  days: (days: number) => `Both distributors have it at a store for ${days === 1 ? "1 day" : `${days} days`}.`,
  seeRelease: "See the release",
  deliver: "Deliver it",
  stores: "Stores",
  none: "This release is not delivered to any store yet",
  noneHint: "Deliver it here first. Leave it up at the former distributor meanwhile.",
  columns: {
    store: "Store",
    status: "Status",
    delivered: "Delivered",
    safe: "Safe from",
    say: "Tell the former distributor",
  },
  notYet: "Not yet",
  /** By the way in which the store takes a release over, while it is not safe there. */
  say: {
    overlap: "Leave it up for now",
    replace: "Leave it up: the store replaces it by itself",
    takedown_first: "Take it down first: the store does not hold it twice",
    automatic: "Nothing: the store takes it over by itself",
  },
  stillThere: "Take it down, if it is still there",
  canGo: "Take it down now",
} as const;
