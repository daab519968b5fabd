// Where an id leads: to the page of its own, or to the list that shows it.

import type { PaletteItem } from "../components/palette.tsx";
import { type Session, segue } from "../data/api.ts";
import { navigate } from "../router.tsx";
import { idWords } from "./words.ts";

type Kind = Session["kind"];
type Place = { name: string; path: string };

const page =
  (name: string, list: string) =>
  (id: string): Place => ({ name, path: `${list}/${id}` });
const within = (name: string, path: string) => (): Place => ({ name, path });

/** By prefix. */
const places: Readonly<Record<Kind, Readonly<Record<string, (id: string) => Place>>>> = {
  organization: {
    rel: page(idWords.release, "/releases"),
    dlv: page(idWords.delivery, "/deliveries"),
    stm: page(idWords.statement, "/statements"),
    pay: page(idWords.payout, "/payouts"),
    pye: page(idWords.payee, "/payees"),
    con: page(idWords.contract, "/contracts"),
    whk: page(idWords.endpoint, "/webhooks"),
    evt: page(idWords.event, "/events"),
    req: (id) => ({ name: idWords.request, path: `/request-log?request_id=${id}` }),
    key: within(idWords.key, "/developers"),
    cli: within(idWords.client, "/developers"),
    txn: within(idWords.transaction, "/balance"),
    adj: within(idWords.adjustment, "/balance"),
    roy: within(idWords.royalty, "/earnings"),
    lin: within(idWords.lineItem, "/earnings"),
    chg: within(idWords.change, "/changelog"),
    mbr: within(idWords.member, "/members"),
    aud: within(idWords.auditEntry, "/audit-log"),
  },
  operator: {
    sub: page(idWords.submission, "/review"),
    stm: page(idWords.statement, "/statements"),
    rep: page(idWords.report, "/sales-reports"),
    org: page(idWords.organization, "/organizations"),
    dlv: within(idWords.deliveryInList, "/deliveries"),
    pay: within(idWords.payoutInList, "/payouts"),
    job: within(idWords.job, "/jobs"),
    aud: within(idWords.auditEntry, "/audit-log"),
    chg: within(idWords.change, "/changelog"),
    usr: (id) => ({ name: idWords.person, path: `/people?q=${id}` }),
    stf: within(idWords.staff, "/staff"),
    mal: within(idWords.mail, "/mails"),
  },
};

const GROUP = idWords.group;

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
    return to(idWords.track(title), release_id);
  }
  if (prefixOf(id) === "sub") {
    const { release_id } = await segue.submissions.get(id, { signal });
    return to(idWords.submissionOnRelease, release_id);
  }
  return [];
}
