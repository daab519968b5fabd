// Where an id leads: to the page of its own, or to the list that shows it.

import type { PaletteItem } from "../components/palette.tsx";
import { type Session, segue } from "../data/api.ts";
import { navigate } from "../router.tsx";

type Kind = Session["kind"];
type Place = { name: string; path: string };

const page =
  (name: string, list: string) =>
  (id: string): Place => ({ name, path: `${list}/${id}` });
const within = (name: string, path: string) => (): Place => ({ name, path });

/** By prefix. */
const places: Readonly<Record<Kind, Readonly<Record<string, (id: string) => Place>>>> = {
  organization: {
    rel: page("Release", "/releases"),
    dlv: page("Delivery", "/deliveries"),
    stm: page("Statement", "/statements"),
    pay: page("Payout", "/payouts"),
    whk: page("Endpoint", "/webhooks"),
    evt: page("Event", "/events"),
    req: (id) => ({ name: "Request", path: `/request-log?request_id=${id}` }),
    key: within("API key, among all keys", "/developers"),
    cli: within("OAuth client, among all keys", "/developers"),
    txn: within("Transaction, in the balance", "/balance"),
    adj: within("Adjustment, in the balance", "/balance"),
    roy: within("Royalty, in the earnings", "/earnings"),
    lin: within("Line item, in the earnings", "/earnings"),
    chg: within("Change, in the changelog", "/changelog"),
  },
  operator: {
    sub: page("Submission", "/review"),
    stm: page("Statement", "/statements"),
    rep: page("Sales report", "/sales-reports"),
    org: page("Organization", "/organizations"),
    dlv: within("Delivery, among all deliveries", "/deliveries"),
    pay: within("Payout, among all payouts", "/payouts"),
    job: within("Job, among all jobs", "/jobs"),
    aud: within("Entry, in the audit log", "/audit-log"),
    chg: within("Change, in the changelog", "/changelog"),
  },
};

const GROUP = "Id";

function prefixOf(text: string): string {
  return /^([a-z]{3})_[0-9a-z]{26}$/.exec(text)?.[1] ?? "";
}

export const isId = (text: string): boolean => prefixOf(text) !== "";

/** At once, without asking the service whether there is such a thing: its page says so. */
export function itemOfId(kind: Kind, text: string): PaletteItem[] {
  const place = places[kind][prefixOf(text)]?.(text);
  return place ? [{ key: text, group: GROUP, name: place.name, about: text, run: () => navigate(place.path) }] : [];
}

/** Things without a page, whose release has one. */
export async function findById(kind: Kind, id: string, signal: AbortSignal): Promise<PaletteItem[]> {
  if (kind === "operator") return [];
  const to = (name: string, release_id: string): PaletteItem[] => [
    { key: id, group: GROUP, name, about: id, run: () => navigate(`/releases/${release_id}`) },
  ];
  if (prefixOf(id) === "trk") {
    const { title, release_id } = await segue.tracks.get(id, { signal });
    return to(`Track “${title}”, on its release`, release_id);
  }
  if (prefixOf(id) === "sub") {
    const { release_id } = await segue.submissions.get(id, { signal });
    return to("Submission, on its release", release_id);
  }
  return [];
}
