import { json, type TransactionDb } from "../platform/database/db.ts";
import type { NewNotice, NoticeFacts, NoticeKind } from "./notice.ts";

/** Only for organizations that have a member, and for staff if there is one: most have none, and pay a look at an index. */
export async function insertNotices(db: TransactionDb, rows: readonly NewNotice[], now: string): Promise<void> {
  await db`
    insert into notices (kind, organization_id, subject_id, facts, created_at)
    select kind, organization_id, subject_id, facts, ${now}
    from jsonb_to_recordset(${json(db, rows)}) as given (kind text, organization_id text, subject_id text, facts jsonb)
    where case when organization_id = '' then exists (select from staff where staff.status = 'active')
      else exists (select from members where members.organization_id = given.organization_id and members.status = 'active') end`;
}

/** `count`: how many there are of this kind, organization and label; only the first of them are rows. */
export type TakenNotice = {
  kind: NoticeKind;
  organization_id: string;
  subject_id: string;
  facts: NoticeFacts;
  label: string | null;
  title: string | null;
  name: string | null;
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
      select taken.*, releases.label, releases.title, coalesce(stores.name, organizations.name) as name,
        row_number() over same as place, count(*) over (partition by taken.kind, taken.organization_id, releases.label)::int as count
      from taken left join releases on releases.id = facts ->> 'release_id' and releases.organization_id = taken.organization_id
        left join stores on stores.store_id = facts ->> 'store_id'
        left join organizations on organizations.id = facts ->> 'organization_id'
      window same as (partition by taken.kind, taken.organization_id, releases.label order by taken.id))
    select kind, organization_id, subject_id, facts, label, title, name, count from known
    where place <= ${listed} order by kind, organization_id, id`;
}
