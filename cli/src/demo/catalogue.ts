// The catalogue of `segue demo`: 30 releases, each with the story that leads to its present state. No artist, title or
// label here is real.

import type { NewRelease, NewStore, Rejection, SimulatedAnswer } from "@segue/sdk";

/** The history of the release. Steps that only the operator can take are left out where there is no operator key. */
export type Story =
  | { is: "draft" }
  | { is: "submitted" }
  | { is: "waiting for review" }
  | { is: "refused"; rejection: Rejection }
  | {
      is: "delivered";
      store_ids: readonly string[];
      /** The answer of one store, in place of the one that it would give by itself. */
      answer?: SimulatedAnswer;
      next?: "resubmit" | "update" | "takedown" | "cancel";
    };

type DemoTrack = { title: string; artist?: string };

export type DemoRelease = {
  number: number;
  title: string;
  artist: string;
  genre: string;
  /** The release date, counted from the day of the demo. */
  days: number;
  tracks: readonly DemoTrack[];
  story: Story;
  type?: NewRelease["type"];
  has_no_cover?: true;
  /** Metadata that is wrong at first. It is corrected before the resubmission or the update. */
  at_first?: { title?: string; genre?: string; language?: string };
};

/** Stores that stay as they are: the sandbox's own answer within seconds. */
export const HANDCART = "store_handcart";
export const DORMOUSE = "store_dormouse";

export const demoStores: readonly NewStore[] = [
  {
    store_id: HANDCART,
    name: "Handcart",
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "manual" },
  },
  {
    store_id: DORMOUSE,
    name: "Dormouse",
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "simulated" },
    status: "paused",
  },
];

const main = ["store_auralis", "store_northwave", "store_meridian", "store_parsival"];
const regional = ["store_harborline", "store_sonoridad", "store_alpenklang", "store_savannah_sound", "store_sakuraoto"];

type Sent = Extract<Story, { is: "delivered" }>;

const draft: Story = { is: "draft" };
const submitted: Story = { is: "submitted" };
const waiting: Story = { is: "waiting for review" };
const everywhere: Story = { is: "delivered", store_ids: [...main, ...regional] };
const to = (store_ids: string[]): Sent => ({ is: "delivered", store_ids });

function rejected(rejection_code: string, rejection_reason: string): Sent {
  const answer = { store_id: "store_rejecta", status: "rejected", rejection_code, rejection_reason } as const;
  return { is: "delivered", store_ids: [...main, answer.store_id], answer };
}

function flagged(rejection_code: string, rejection_reason: string): Sent {
  const answer = { store_id: "store_flagstone", status: "action_required", rejection_code, rejection_reason } as const;
  return { is: "delivered", store_ids: [...main, answer.store_id], answer };
}

type Row = Omit<DemoRelease, "number" | "title" | "artist" | "tracks"> & { tracks: string };

/** `name`: the artist and the title. `tracks`: their titles, each with its artist if that is not the release's. */
function release(name: string, { tracks, ...row }: Row): Omit<DemoRelease, "number"> {
  const [artist = "", title = ""] = name.split(" – ");
  const listed = tracks.split("; ").filter(Boolean);
  const split = listed.map((line) => line.split(" / "));
  return {
    title,
    artist,
    ...row,
    tracks: split.map(([title = "", artist]) => (artist ? { title, artist } : { title })),
  };
}

const releases = [
  release("Marrowlight – Salt Lantern", {
    genre: "Folk",
    days: -390,
    story: everywhere,
    tracks:
      "Salt Lantern; Wicker and Rain; The Ferryman's Almanac; Bread for the Heron; Two Candles Deep; Nettle Hymn; Marsh Telegraph; Home by Kelplight",
  }),
  release("Tavi Ondrel – Night Bus to Orrin", {
    genre: "Electronic",
    days: -310,
    story: everywhere,
    tracks: "Night Bus to Orrin",
  }),
  release("Sable Orrery – The Cartographer's Daughter", {
    genre: "Alternative",
    days: -260,
    story: everywhere,
    tracks:
      "Legend and Scale; Contour Lines; The Cartographer's Daughter; Here Be Lanterns; Meridian Waltz; Unfolded; A Compass for Ilse; Paper Coastline; True North",
  }),
  release("Nixa Verdane – Glasswing", {
    genre: "Pop",
    days: -200,
    story: everywhere,
    tracks: "Glasswing; Soft Machinery; Tell the Orchard; Half a Halo",
  }),
  release("Quillfen – Low Tide Arithmetic", {
    genre: "Ambient",
    days: -150,
    story: everywhere,
    tracks: "Subtract the Moon; Long Division; Low Tide Arithmetic; Remainder; Carry the One",
  }),
  release("Various Artists – Small Hours, Large Rooms", {
    genre: "Electronic",
    type: "compilation",
    days: -120,
    story: everywhere,
    tracks:
      "Elevator Aurora / Tavi Ondrel; Velour / Nixa Verdane; Stairwell Choir / Sable Orrery; Night Porter / Quillfen; Room Eleven / Odo Lanthorn; Corridor Weather / Ilvane Torsk; Ice Machine / Yarrow Quint; Lobby Piano / Marrowlight; Late Key / Bramwick Five; Checkout / Tavi Ondrel",
  }),
  release("Bramwick Five – Copper Weather", {
    genre: "Jazz",
    days: -90,
    tracks: "Copper Weather",
    at_first: { title: "Copper Weather (Official Audio)" },
    story: {
      ...rejected("promo_terms", "The title has promotional words in it: “Official Audio”. Remove them and resubmit."),
      next: "resubmit",
    },
  }),
  release("Odo Lanthorn – Winter Ferry", {
    genre: "Folk",
    days: -75,
    tracks: "Winter Ferry; Rope and Bell; Cold Deck Waltz; Landfall",
    at_first: { language: "de" },
    story: {
      ...rejected("language_mismatch", "The titles are English, but the language of the release is German."),
      next: "resubmit",
    },
  }),
  release("Nixa Verdane – Paper Satellites", {
    genre: "Pop",
    days: -60,
    tracks:
      "Countdown in Pencil; Paper Satellites; Orbit Me Gently; Static Bouquet; Small Planet Blues; Telemetry; Dish Garden; Splashdown",
    at_first: { genre: "Electronic" },
    story: { ...to(main), next: "update" },
  }),
  release("Yarrow Quint – Kitchen Wireless", {
    genre: "Alternative",
    days: -180,
    tracks: "Kitchen Wireless",
    story: { ...to(main), next: "takedown" },
  }),
  release("Marrowlight – Ember Street", {
    genre: "Folk",
    days: -45,
    tracks: "Ember Street",
    story: {
      ...to(["store_auralis", HANDCART]),
      answer: { store_id: HANDCART, status: "delivered" },
      next: "takedown",
    },
  }),
  release("Sable Orrery – Moth Season", {
    genre: "Alternative",
    days: 24,
    tracks: "Moth Season",
    story: rejected("artwork_mismatch", "The cover belongs to another release of this artist. Upload its own cover."),
  }),
  release("Quillfen – Harbour Lights, Gone", {
    genre: "Ambient",
    days: 31,
    tracks: "Harbour Lights, Gone; Buoy Choir; Fog Ledger; Last Mooring",
    story: rejected("audio_duplicate", "Track 3 is in our catalogue under another ISRC. Use the first ISRC."),
  }),
  release("Ilvane Torsk – A Room for Echoes", {
    genre: "Classical",
    days: 28,
    tracks: "A Room for Echoes",
    story: flagged("rights_confirmation", "Confirm that you hold the rights in all territories, then resubmit."),
  }),
  release("Bramwick Five – Tin Orchard", {
    genre: "Jazz",
    days: 35,
    tracks: "Tin Orchard; Seven Ladders; Cider Logic; The Wasp Committee",
    story: flagged("artist_page", "Two artists have this name here. Add the store's artist id, then resubmit."),
  }),
  release("Tavi Ondrel – Northern Static", {
    genre: "Electronic",
    days: 22,
    tracks: "Northern Static; Pylon Country; Signal Box; White Noise Farm; Relay; Frost on the Antenna; Carrier Wave",
    story: to([...main, HANDCART]),
  }),
  release("Yarrow Quint – Velvet Detour", {
    genre: "Alternative",
    days: 23,
    tracks: "Velvet Detour",
    story: to(["store_meridian", HANDCART]),
  }),
  release("Ilvane Torsk – Slow Comet", {
    genre: "Classical",
    days: 40,
    tracks: "Slow Comet",
    story: to(["store_northwave", DORMOUSE]),
  }),
  release("Odo Lanthorn – Ghost Tram", {
    genre: "Folk",
    days: 26,
    tracks: "Ghost Tram",
    story: to(["store_northwave", "store_stall"]),
  }),
  release("Marrowlight – Blue Hour Ledger", {
    genre: "Folk",
    days: 50,
    tracks: "Blue Hour Ledger; Debts to the Dusk; Margin Notes; Paid in Swifts",
    story: { ...to([DORMOUSE]), next: "cancel" },
  }),
  release("Sable Orrery – Parallel Gardens", { genre: "Pop", days: 55, tracks: "Parallel Gardens", story: submitted }),
  release("Nixa Verdane – Second Sunday", {
    genre: "Pop",
    days: 60,
    tracks: "Second Sunday; Sleeping Stadium; Polite Fireworks; Reluctant Monday",
    story: submitted,
  }),
  release("Quillfen – Letters to the Tide", {
    genre: "Ambient",
    days: 45,
    tracks: "Letters to the Tide",
    story: waiting,
  }),
  release("Bramwick Five – Brass and Honey", {
    genre: "Jazz",
    days: 70,
    tracks: "Brass and Honey; Smoke Signals for Beginners; Hive Mind Shuffle; Valve Oil",
    story: waiting,
  }),
  release("Tavi Ondrel – Cheap Thunder", {
    genre: "Electronic",
    days: 42,
    tracks: "Cheap Thunder",
    story: {
      is: "refused",
      rejection: {
        reason: "The ℗ line does not name the owner of the recordings. Correct it and submit again.",
        issues: [{ field: "p_line", issue: "does not name the owner of the recordings", code: "p_line_owner" }],
      },
    },
  }),
  release("Ilvane Torsk – Lantern Songs", {
    genre: "Classical",
    days: 80,
    tracks: "First Lantern; Second Lantern; Lantern in the Rain; The Lamplighter Sleeps",
    story: draft,
  }),
  release("Yarrow Quint – Open Casement", { genre: "Alternative", days: 48, tracks: "Open Casement", story: draft }),
  release("Tavi Ondrel – NEON COURIER", {
    genre: "Electronic",
    days: 5,
    tracks: "NEON COURIER (feat. Nixa Verdane); neon courier",
    story: draft,
  }),
  release("Odo Lanthorn – Winter Sketches", {
    genre: "Folk",
    days: 90,
    tracks: "Sketch in Frost; Sketch in Ash",
    story: draft,
    has_no_cover: true,
  }),
  release("Marrowlight – Halfway Lighthouse", { genre: "Folk", days: 120, tracks: "", story: draft }),
];

export const demoReleases: readonly DemoRelease[] = releases.map((release, index) => ({
  number: index + 1,
  ...release,
}));

/** A review needs the operator's key, and so do the stores that stay as they are. */
export function needsOperator({ story }: DemoRelease): boolean {
  if (story.is === "delivered") return story.store_ids.some((id) => id === HANDCART || id === DORMOUSE);
  return story.is === "waiting for review" || story.is === "refused";
}
