// A contract as its form holds it, and as the API takes it.

import type { Contract, NewContract } from "@segue/sdk";
import { percentOf, rateOfPercent } from "../../values/percent.ts";
import type { DraftShare, DraftTerm } from "./previewing.ts";

export type Level = "all" | "label" | "release" | "track";

/** As the picker of territories names all of them. */
const everywhere = "WORLD";

type TermValues = {
  percent: string;
  /** Empty: all stores. */
  store_ids: string[];
  /** Codes, or the word for everywhere alone. */
  territories: string[];
};

type ShareValues = { payee_id: string; percent: string };

export type ContractValues = {
  name: string;
  level: Level;
  label: string;
  release_ids: string[];
  track_ids: string[];
  starts_on: string;
  ends_on: string;
  terms: TermValues[];
  shares: ShareValues[];
};

export const newTerm: TermValues = { percent: "", store_ids: [], territories: [everywhere] };

export const newShare = (payee_id = ""): ShareValues => ({ payee_id, percent: "" });

export function newContract(payee_id: string): ContractValues {
  return {
    name: "",
    level: "all",
    label: "",
    release_ids: [],
    track_ids: [],
    starts_on: "",
    ends_on: "",
    terms: [newTerm],
    shares: [newShare(payee_id)],
  };
}

export function valuesOf({ name, applies_to, starts_on, ends_on, terms, shares }: Contract): ContractValues {
  const { track_ids, release_ids, label } = applies_to;
  return {
    name,
    level: track_ids ? "track" : release_ids ? "release" : label === undefined ? "all" : "label",
    label: label ?? "",
    release_ids: [...(release_ids ?? [])],
    track_ids: [...(track_ids ?? [])],
    starts_on: starts_on ?? "",
    ends_on: ends_on ?? "",
    terms: terms.map(({ rate, store_ids, territories }) => ({
      percent: percentOf(rate),
      store_ids: [...(store_ids ?? [])],
      territories: [...(territories ?? [everywhere])],
    })),
    shares: shares.map(({ payee_id, share }) => ({ payee_id, percent: percentOf(share) })),
  };
}

/** Rows in which nothing was typed are none. */
const isTyped = ({ percent, store_ids, territories }: TermValues) =>
  percent.trim() !== "" || store_ids.length > 0 || !territories.includes(everywhere);
const isGiven = ({ payee_id, percent }: ShareValues) => payee_id !== "" || percent.trim() !== "";

function termOf({ percent, store_ids, territories }: TermValues): DraftTerm {
  return {
    rate: rateOfPercent(percent),
    store_ids: store_ids.length > 0 ? store_ids : null,
    territories: territories.includes(everywhere) ? null : territories,
  };
}

/** The terms and shares that were typed so far, for a preview. */
export function draftOf({ terms, shares }: ContractValues): { terms: DraftTerm[]; shares: DraftShare[] } {
  return {
    terms: terms.filter(isTyped).map(termOf),
    shares: shares.filter(isGiven).map(({ payee_id, percent }) => ({ payee_id, share: rateOfPercent(percent || "0") })),
  };
}

export function bodyOf(values: ContractValues): NewContract {
  return {
    name: values.name.trim(),
    applies_to: subjectOf(values),
    starts_on: values.starts_on || null,
    ends_on: values.ends_on || null,
    terms: values.terms.filter(isTyped).map(termOf),
    shares: values.shares.filter(isGiven).map(({ payee_id, percent }) => ({ payee_id, share: rateOfPercent(percent) })),
  };
}

function subjectOf({ level, label, release_ids, track_ids }: ContractValues): NewContract["applies_to"] {
  if (level === "label") return { label: label.trim() };
  if (level === "release") return { release_ids };
  return level === "track" ? { track_ids } : { all: true };
}

/** Only what differs is sent: each field that is sent replaces the whole old value. */
export function changesOf(before: ContractValues, after: ContractValues): Partial<NewContract> {
  const old = new Map(Object.entries(bodyOf(before)).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(bodyOf(after)).filter(([name, value]) => old.get(name) !== JSON.stringify(value)),
  );
}

/** The service's fields as the form names them. Rows in which nothing was typed were not sent, so the places are counted without them. */
export function formErrors(errors: Record<string, string>, values: ContractValues): Record<string, string> {
  const places = {
    terms: placesOf(values.terms.map(isTyped)),
    shares: placesOf(values.shares.map(isGiven)),
  };
  return Object.fromEntries(
    Object.entries(errors).map(([field, issue]) => {
      const [, list, place, rest = ""] = /^(terms|shares)\.(\d+)(.*)$/.exec(field) ?? [];
      if (list === undefined || place === undefined) return [field, issue];
      const row = places[list as keyof typeof places][Number(place)] ?? place;
      return [`${list}.${row}${rest.replace(/^\.(rate|share)$/, ".percent")}`, issue];
    }),
  );
}

function placesOf(sent: readonly boolean[]): number[] {
  return sent.flatMap((isSent, index) => (isSent ? [index] : []));
}
