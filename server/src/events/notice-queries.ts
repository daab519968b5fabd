import { type Fragment, json, type TransactionDb } from "../platform/database/db.ts";
import type { NewNotice, NoticeFacts, NoticeKind } from "./notice.ts";

/**
 * Only for organizations that have a member, for payees that are a member's, and for staff if there is one: most have none, and pay a look
 * at an index. The payees of members are listed once, however many notices there are.
 */
export function insertNotices(db: TransactionDb, rows: readonly NewNotice[], now: string): Fragment {
  return db`
    with given as materialized (
      select * from jsonb_to_recordset(${json(db, rows)})
        as given (kind text, organization_id text, subject_id text, facts jsonb))
    insert into notices (kind, organization_id, subject_id, facts, created_at)
    select kind, organization_id, subject_id, facts, ${now} from given
    where case when organization_id = '' then exists (select from staff where staff.status = 'active')
      when facts ? 'payee_id' then (organization_id, facts ->> 'payee_id') in (
        select members.organization_id, unnest(payee_ids) from members
        where members.organization_id in (select organization_id from given) and members.status = 'active' and role = 'payee')
      else exists (select from members where members.organization_id = given.organization_id and members.status = 'active') end`;
}

/** `count`: how many there are of this kind, organization, label and payee; only the first of them are rows. */
export type TakenNotice = {
  kind: NoticeKind;
  organization_id: string;
  subject_id: string;
  facts: NoticeFacts;
  label: string | null;
  title: string | null;
  name: string | null;
  /** For members of this payee alone. */
  payee_id: string | null;
  count: number;
};

/**
 * Takes all notices of some kinds and organizations whose first is due, and reads what they are about. Deleting is the claim:
 * two that do it at the same time never take one notice twice.
 */
export async function takeNotices(
  db: TransactionDb,
  { before, groups, listed }: { before: string; groups: number; listed: number },
): Promise<TakenNotice[]> {
  return db<TakenNotice[]>`
    with due as (
      select kind, organization_id from notices group by kind, organization_id
      having min(created_at) <= ${before} order by min(created_at) limit ${groups}),
    taken as (
      delete from notices using due
      where notices.kind = due.kind and notices.organization_id = due.organization_id returning notices.*),
    known as (
      select taken.*, releases.label, releases.title, coalesce(stores.name, organizations.name, payees.name) as name,
        facts ->> 'payee_id' as payee_id, row_number() over (same order by taken.id) as place, (count(*) over same)::int as count
      from taken left join releases on releases.id = facts ->> 'release_id' and releases.organization_id = taken.organization_id
        left join stores on stores.store_id = facts ->> 'store_id'
        left join organizations on organizations.id = facts ->> 'organization_id'
        left join payees on payees.id = coalesce(facts ->> 'payee_id', facts ->> 'about_payee_id')
          and payees.organization_id = taken.organization_id
      window same as (partition by taken.kind, taken.organization_id, releases.label, facts ->> 'payee_id'))
    select kind, organization_id, subject_id, facts, label, title, name, payee_id, count from known
    where place <= ${listed} order by kind, organization_id, id`;
}
