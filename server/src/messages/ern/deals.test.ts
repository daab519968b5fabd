import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { trialErn } from "../../../test/connector-conformance.ts";
import { goldenMessage, goldenSettings } from "../../../test/golden-release.ts";
import { ernVersions } from "../../ddex/ern.ts";
import { ernSchema } from "../../ddex/schemas.ts";
import { createXsdChecker } from "../../platform/xsd/xsd-checker.ts";
import { atOnce } from "../../platform/yielding.ts";
import { defaultCapabilities } from "../capabilities.ts";
import type { MessageTerms, ReleaseMessage, TakedownMessage } from "../message.ts";
import { messageValues, writeErn } from "./document.ts";
import type { ErnSettings } from "./settings.ts";

const folder = join(process.env.DDEX_FOLDER ?? "", "xsd");
const schemas = existsSync(folder) ? createXsdChecker(folder) : undefined;
if (!schemas) console.warn("DDEX_FOLDER has no schemas: documents are not compared with them.");
afterAll(() => schemas?.close());

const capabilities = { ...defaultCapabilities, download: true, preorder: true };
const inputs = (settings: Partial<ErnSettings> = {}) => ({
  settings: { ...goldenSettings, ...settings },
  capabilities,
  ern: trialErn,
});
const noTerms: MessageTerms = { preorder_on: null, preview_at: null, price_tier: null, track_price_tiers: [] };
const tier = (code: string) => ({ code, namespace: null });

/** The release starts on 2027-03-01; its third track is given at once. */
function sold(terms: Partial<MessageTerms>, changes: Partial<ReleaseMessage> = {}): ReleaseMessage {
  return {
    ...goldenMessage,
    release: { ...goldenMessage.release, start_at: null },
    tracks: goldenMessage.tracks.map((track, index) => ({ ...track, instant_gratification: index > 0 })),
    terms: { ...noTerms, ...terms },
    ...changes,
  };
}
const takedownOf = (taken: ReleaseMessage, created_at: string): TakedownMessage => ({
  message_id: "m-takedown",
  store_id: taken.store_id,
  attempt: 1,
  kind: "takedown",
  reason: null,
  created_at,
  taken,
});
const valuesOf = (message: ReleaseMessage | TakedownMessage, settings?: Partial<ErnSettings>) =>
  atOnce(messageValues(message, inputs(settings)));
const mainDeals = (message: ReleaseMessage | TakedownMessage, settings?: Partial<ErnSettings>) =>
  valuesOf(message, settings).deals[0]?.deals ?? [];

test.each(ernVersions)("a pre-order with its price and preview is valid in ERN %s", async (version) => {
  const terms = { preorder_on: "2027-02-01", preview_at: "2027-01-15T00:00:00Z", price_tier: tier("FRONT") };
  const given = { ...inputs(), capabilities: { ...capabilities, message_format: `ern_${version}` as const } };
  const { document, problems } = atOnce(writeErn(sold(terms), given));
  expect(problems).toEqual([]);
  expect((await schemas?.check(ernSchema(version), { key: document, document: () => document })) ?? []).toEqual([]);
});

describe("a pre-order", () => {
  test("is the first deal of the release, until one second before the start", () => {
    const [ahead, ...others] = mainDeals(sold({ preorder_on: "2027-02-01" }));
    expect(ahead).toMatchObject({
      is_pre_order: true,
      start: "2027-02-01T00:00:00",
      end: "2027-02-28T23:59:59",
      commercial_models: ["PayAsYouGoModel"],
      use_types: ["PermanentDownload"],
      price: null,
    });
    expect(others.map(({ start, is_pre_order }) => [start, is_pre_order])).toEqual([
      ["2027-03-01T00:00:00", false],
      ["2027-03-01T00:00:00", false],
    ]);
    const { deals } = valuesOf(sold({ preorder_on: "2027-02-01" }));
    expect(deals.slice(1).every((entry) => entry.deals.every(({ is_pre_order }) => !is_pre_order))).toBe(true);
  });

  test("has the zone of the start", () => {
    const [ahead] = mainDeals(sold({ preorder_on: "2027-02-01" }, { release: goldenMessage.release }));
    expect([ahead?.start, ahead?.end]).toEqual(["2027-02-01T00:00:00Z", "2027-03-01T04:59:59Z"]);
  });

  test("gives the tracks that are given at once, but none that is withheld", () => {
    const { deals } = valuesOf(sold({ preorder_on: "2027-02-01" }));
    const given = deals.flatMap((entry) => entry.deals.map(({ instant_gratification }) => instant_gratification));
    expect(given.filter((list) => list.length > 0)).toEqual([["A3"]]);
    expect(deals[0]?.deals[0]?.instant_gratification).toEqual(["A3"]);
    expect(mainDeals(sold({})).every(({ instant_gratification }) => instant_gratification.length === 0)).toBe(true);
  });

  test("is not in a message that is made after the start, nor is a preview", () => {
    const terms = { preorder_on: "2027-02-01", preview_at: "2027-01-15T00:00:00Z" };
    const late = valuesOf(sold(terms, { created_at: "2027-03-01T00:00:00.000Z" }));
    expect(late.deals[0]?.deals.some(({ is_pre_order }) => is_pre_order)).toBe(false);
    expect([late.visibilities, late.releases[0]?.visibility_references]).toEqual([[], []]);
  });

  test("ends with a takedown, and one that ended stays as it was", () => {
    const taken = sold({ preorder_on: "2027-02-01" });
    const ended = (at: string) =>
      mainDeals(takedownOf(taken, at), { takedown_style: "ended_deals" }).map(({ start, end }) => [start, end]);
    expect(ended("2027-02-10T12:00:00.000Z")[0]).toEqual(["2027-02-01T00:00:00", "2027-02-08T12:00:00"]);
    expect(ended("2027-06-10T12:00:00.000Z")[0]).toEqual(["2027-02-01T00:00:00", "2027-02-28T23:59:59"]);
  });
});

describe("a preview", () => {
  test("is a visibility that the release refers to, at preview_at, else with the pre-order", () => {
    const shown = valuesOf(sold({ preorder_on: "2027-02-01", preview_at: "2027-01-15T02:00:00+02:00" }));
    expect(shown.releases[0]?.visibility_references).toEqual(["V1"]);
    expect(shown.visibilities).toEqual([
      {
        reference: "V1",
        territories: ["DE", "FR"],
        excluded_territories: [],
        release_display_start: "2027-01-15T00:00:00Z",
        cover_art_preview_start: "2027-01-15T00:00:00Z",
        track_listing_preview_start: "2027-01-15T00:00:00Z",
        clip_preview_start: null,
      },
    ]);
    const [ahead] = valuesOf(sold({ preorder_on: "2027-02-01" })).visibilities;
    expect(ahead?.release_display_start).toBe("2027-02-01T00:00:00");
  });

  test("is nowhere in a takedown", () => {
    const taken = sold({ preorder_on: "2027-02-01", preview_at: "2027-01-15T00:00:00Z" });
    for (const takedown_style of ["no_deals", "ended_deals"] as const) {
      const { document, problems } = atOnce(
        writeErn(takedownOf(taken, "2027-02-10T12:00:00.000Z"), inputs({ takedown_style })),
      );
      expect(problems).toEqual([]);
      expect(document).not.toContain("Visibility");
    }
  });
});

test("a price stands at deals that are paid for one by one, that of a track at its track release", () => {
  const track_price_tiers = [{ track_id: "trk_1", price_tier: { code: "SINGLE", namespace: "PADPIDA2009101501Y" } }];
  const terms = { preorder_on: "2027-02-01", price_tier: tier("FRONT"), track_price_tiers };
  const { deals } = valuesOf(sold(terms));
  const front = { code: "FRONT", namespace: "PADPIDA0000000000X" };
  expect(deals.map((entry) => [entry.release_references, entry.deals.map(({ price }) => price)])).toEqual([
    [["R0"], [{ ...front, type: "PreOrderPrice" }, null, { ...front, type: null }]],
    [["R1"], [null, { code: "SINGLE", namespace: "PADPIDA2009101501Y", type: null }]],
    [["R3"], [null, null]],
  ]);
});
