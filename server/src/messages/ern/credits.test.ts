import { describe, expect, test } from "vitest";
import { trialErn } from "../../../test/connector-conformance.ts";
import { goldenMessage, goldenSettings } from "../../../test/golden-release.ts";
import type { NewReleaseMessage } from "../../ddex/ern.ts";
import { atOnce } from "../../platform/yielding.ts";
import { defaultCapabilities } from "../capabilities.ts";
import { messageValues, writeErn } from "./document.ts";

const inputs = { settings: goldenSettings, capabilities: defaultCapabilities, ern: trialErn };
const [ISNI, OTHER] = ["000000012146438X", "0000000121032683"] as const;

type Track = (typeof goldenMessage.tracks)[number];
type Artists = NonNullable<Track["artists"]>;

const messageOf = (artists: Artists, tracks: readonly Partial<Track>[] = [{}]) => ({
  ...goldenMessage,
  release: { ...goldenMessage.release, artists },
  tracks: tracks.map((changes, index) => ({
    ...(goldenMessage.tracks[0] as Track),
    artists: null,
    contributors: null,
    track_number: index + 1,
    ...changes,
  })),
});
const valuesOf = (...given: Parameters<typeof messageOf>) => atOnce(messageValues(messageOf(...given), inputs));
const problemsOf = (...given: Parameters<typeof messageOf>) => atOnce(writeErn(messageOf(...given), inputs)).problems;

/** The artists that are shown and credited, by reference and name. */
function creditsOf({ parties, recordings, releases }: NewReleaseMessage) {
  const called = (reference: string | null) =>
    `${reference} ${parties.find((party) => party.reference === reference)?.name}`;
  const shown = ({ display_artists }: Pick<NewReleaseMessage["recordings"][number], "display_artists">) =>
    display_artists.map(({ party_reference, role }) => `${called(party_reference)} ${role}`);
  const [recording] = recordings;
  return {
    release: releases.flatMap(shown),
    recording: recording && shown(recording),
    names: [releases[0]?.display_artist_name, recording?.display_artist_name],
    contributors: recording?.contributors.map(({ party_reference, roles }) => [
      called(party_reference),
      roles.map(({ value }) => value),
    ]),
  };
}

const vera = { name: "Vera Lux", role: "main" } as const;
const ola = { name: "Ola Berg", role: "featured" } as const;

describe("who is shown", () => {
  test("are main and featured artists, as the name says; all others are contributors, each once, with all roles", () => {
    const others = (
      ["composer", "lyricist", "producer", "remixer", "performer", "conductor", "orchestra"] as const
    ).map((role) => ({ name: "Ada Moss", role }));
    const contributors = [
      { name: "Kit Orr", role: "Mixing engineer" },
      { name: "Ada Moss", role: "Composer" },
      { name: "Vera Lux", role: "Lyricist" },
    ];
    expect(creditsOf(valuesOf([ola, ...others, vera], [{ contributors }]))).toEqual({
      release: ["P1 Vera Lux MainArtist", "P2 Ola Berg FeaturedArtist"],
      recording: ["P1 Vera Lux MainArtist", "P2 Ola Berg FeaturedArtist"],
      names: ["Vera Lux feat. Ola Berg", "Vera Lux feat. Ola Berg"],
      contributors: [
        ["P3 Ada Moss", ["Composer", "Lyricist", "StudioProducer", "Remixer", "Performer", "Conductor", "Orchestra"]],
        ["P4 Kit Orr", ["MixingEngineer"]],
        ["P1 Vera Lux", ["Lyricist"]],
      ],
    });
    expect(problemsOf([ola, ...others, vera], [{ contributors }])).toEqual([]);
  });

  test("stands once, also if the partner named it twice by one ISNI", () => {
    const { release, names } = creditsOf(valuesOf([{ ...vera, isni: ISNI }, ola, { ...vera, isni: ISNI }]));
    expect([release, names[0]]).toEqual([
      ["P1 Vera Lux MainArtist", "P2 Ola Berg FeaturedArtist"],
      "Vera Lux feat. Ola Berg",
    ]);
  });

  test("two main artists of one name stay two, on every track", () => {
    const given = [
      [vera, vera],
      [{}, { artists: [vera, vera] }],
    ] as [Artists, Partial<Track>[]];
    const values = valuesOf(...given);
    expect(creditsOf(values).release).toEqual(["P1 Vera Lux MainArtist", "P2 Vera Lux MainArtist"]);
    expect(creditsOf(values).names).toEqual(["Vera Lux & Vera Lux", "Vera Lux & Vera Lux"]);
    expect(values.recordings[1]?.display_artists).toEqual(values.recordings[0]?.display_artists);
    expect(problemsOf(...given)).toEqual([]);
  });

  test("is not main and featured: that is refused", () => {
    expect(
      problemsOf([
        { ...vera, isni: ISNI },
        { ...ola, name: "Vera Lux" },
      ]),
    ).toContainEqual({
      path: "ReleaseList/Release/DisplayArtist[2]",
      issue: "names a main artist as featured too",
    });
  });
});

describe("one name", () => {
  const partiesOf = (...given: Parameters<typeof messageOf>) =>
    valuesOf(...given).parties.filter(({ name }) => name === "Vera Lux");
  const contributors = [{ name: "Vera Lux", role: "Composer" }];

  test("with and without an ISNI is one party, which has it, wherever it stands", () => {
    const known = { ...vera, isni: ISNI };
    expect(partiesOf([vera], [{ contributors }, { artists: [known] }])).toMatchObject([{ isni: ISNI }]);
    expect(partiesOf([known], [{ contributors }])).toMatchObject([{ isni: ISNI }]);
  });

  test("with two ISNIs is two parties, and without one it is neither", () => {
    const given = [{ artists: [{ ...vera, isni: OTHER }] }, { contributors }];
    const isnis = partiesOf([{ ...vera, isni: ISNI }], given).map(({ isni }) => isni);
    expect(isnis.sort()).toEqual([ISNI, OTHER, null].sort());
  });

  test("has the id that this store gave, and none of another store", () => {
    const ids = { store_trial: "ar-1", store_rival: "secret-7" };
    const [party] = partiesOf([{ ...vera, store_artist_ids: ids }], [{ contributors }]);
    expect(party?.proprietary_ids).toEqual([
      { namespace: "PADPIDA2009101501Y", value: "ar-1" },
      { namespace: "store_trial", value: "ar-1" },
    ]);
    const rival = { ...messageOf([{ ...vera, store_artist_ids: { store_rival: "secret-7" } }]) };
    expect(atOnce(writeErn(rival, inputs)).document).not.toContain("secret-7");
  });

  test("with two ids at one store is two parties", () => {
    const artist = (id: string) => ({ ...vera, store_artist_ids: { store_trial: id } });
    expect(partiesOf([artist("ar-1")], [{ artists: [artist("ar-2")] }])).toHaveLength(2);
  });
});
