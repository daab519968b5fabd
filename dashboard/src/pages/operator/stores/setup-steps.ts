// The four steps of a new store, and which of them has a field.

import { type ConnectorForm, connectorFormOf } from "./connector-forms.ts";
import type { StoreValues } from "./store-settings.ts";
import { setupWords, storeFormWords } from "./words.ts";

export type SetupStep = "what" | "connection" | "test" | "rules";

export const setupSteps: Readonly<Record<SetupStep, string>> = setupWords.steps;

export function isSetupStep(text: string): text is SetupStep {
  return Object.hasOwn(setupSteps, text);
}

/** What the first step needs, in the form's names of fields. The service checks the rest when it gets the store. */
export function missingIn({ name, store_id, kind, recipients }: StoreValues): Record<string, string> {
  const needed: Record<string, string> = {};
  if (name.trim() === "") needed.name = storeFormWords.missing.name;
  if (!/^store_[a-z0-9_]{1,50}$/.test(store_id)) needed.store_id = storeFormWords.missing.id;
  if (!connectorFormOf(kind)?.isErn) return needed;
  for (const [index, { party_id, party_name }] of recipients.entries()) {
    if (party_id.trim() === "") needed[`recipients.${index}.party_id`] = storeFormWords.missing.partyId;
    if (party_name.trim() === "") needed[`recipients.${index}.party_name`] = storeFormWords.missing.partyName;
  }
  return needed;
}

/** Where a field that the service refused is mended. */
export function stepOf(field: string, kind: string): SetupStep {
  const [group = "", name] = field.split(".");
  if (["name", "store_id", "kind", "recipients"].includes(group)) return "what";
  if (group === "secrets") return "connection";
  if (group !== "settings") return "rules";
  return connectorFormOf(kind)?.settings.find((setting) => setting.name === name)?.isRule ? "rules" : "connection";
}

/** The fields that a check of the connection depends on, the likeliest first. */
const fieldsOfCheck: Readonly<Record<string, readonly string[]>> = {
  name: ["host", "endpoint", "bucket"],
  address: ["host", "endpoint", "bucket"],
  host_key: ["host_key"],
  login: ["username", "access_key_id"],
  write: ["folder"],
  read: ["folder"],
  remove: ["folder"],
};

/** Where a failed check is mended, in the form's names of fields. */
export function fieldOfCheck(check: string, kind: string): string | undefined {
  const form = connectorFormOf(kind);
  const has = (part: ConnectorForm["settings" | "secrets"] | undefined, name: string) =>
    part?.some((field) => field.name === name);
  for (const name of fieldsOfCheck[check] ?? []) {
    if (has(form?.settings, name)) return `settings.${name}`;
    if (has(form?.secrets, name)) return `secrets.${name}`;
  }
  return undefined;
}

/** What a test of the connection depends on: another text, another test. */
export function connectionKey({ kind, settings, secrets }: StoreValues): string {
  const places = (connectorFormOf(kind)?.settings ?? []).filter(({ isRule }) => !isRule);
  const given = Object.entries(secrets).filter(([, secret]) => secret !== "");
  return JSON.stringify([kind, places.map(({ name }) => settings[name]), given]);
}
