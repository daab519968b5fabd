import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import { type Mail, type MailKind, type MailStatus, mailTransitions } from "./mail.ts";

export type NewMailRow = {
  id: string;
  kind: string;
  about_organization: string | null;
  person_id: string | null;
  recipient: string;
  subject: string;
  content: string;
  expires_at: string | null;
};

/**
 * In the sandbox an organization reads the mails of its members. A mail about no organization is readable by the one that
 * the person belongs to: if there are several, or the person is staff, its links would open doors of others.
 */
export async function insertMails(
  db: TransactionDb,
  rows: readonly NewMailRow[],
  { now, is_live }: { now: string; is_live: boolean },
): Promise<void> {
  const reader = db`
    coalesce(about_organization, (
      select min(members.organization_id) from members where members.person_id = given.person_id
      having count(*) = 1 and not exists (select from staff where staff.person_id = given.person_id)))`;
  await db`
    insert into mails (id, kind, organization_id, person_id, recipient, subject, content, status, created_at, expires_at, reader_id)
    select id, kind, about_organization, person_id, recipient, subject, content, 'queued', ${now}, expires_at, ${is_live ? db`null` : reader}
    from jsonb_to_recordset(${json(db, rows)}) as given (id text, kind text, about_organization text, person_id text, recipient text,
      subject text, content text, expires_at timestamptz)`;
}

export type DueMail = {
  id: string;
  kind: MailKind;
  to: string;
  person_id: string | null;
  status: MailStatus;
  content: string | null;
  created_at: string;
  expires_at: string | null;
  is_disabled: boolean;
};

export async function findDueMail(db: Db, id: string): Promise<DueMail | undefined> {
  const [row] = await db<DueMail[]>`
    select id, kind, recipient as "to", person_id, status, content, created_at, expires_at,
      exists (select from people where people.id = person_id and people.status = 'disabled') as is_disabled
    from mails where id = ${id}`;
  return row;
}

export async function countFailedTry(db: TransactionDb, id: string, error: string): Promise<void> {
  await db`update mails set attempts = attempts + 1, error = ${error} where id = ${id} and status = 'queued'`;
}

/** The text is dropped, unless it can be read in the sandbox. */
export async function markSent(
  db: TransactionDb,
  ids: readonly string[],
  { now, keeps_text }: { now: string; keeps_text: boolean },
): Promise<void> {
  await db`
    update mails set status = ${mailTransitions.send.to}, sent_at = ${now}, attempts = attempts + 1, error = null,
      content = ${keeps_text ? db`case when reader_id is not null then content end` : db`null`}
    where id in (select id from mails where id = any(${ids as string[]}) and status = 'queued' order by id for no key update)`;
}

export async function markFailed(
  db: TransactionDb,
  id: string,
  { error, tries }: { error: string; tries: number },
): Promise<void> {
  await db`
    update mails set status = ${mailTransitions.fail.to}, error = ${error}, attempts = attempts + ${tries}
    where id = ${id} and status = 'queued'`;
}

const shown = (db: Db) => db`id, kind, recipient as "to", subject, status, error, attempts, created_at, sent_at`;

/** Compare-and-set: undefined if it is not in a status where the move can start. */
export async function moveMail(
  db: TransactionDb,
  id: string,
  { from, to }: { from: readonly string[]; to: MailStatus },
): Promise<Mail | undefined> {
  const [row] = await db<Mail[]>`
    update mails set status = ${to} where id = ${id} and status = any(${from as string[]}) returning ${shown(db)}`;
  return row;
}

export async function findAnyMail(db: Db, id: string): Promise<Mail | undefined> {
  const [row] = await db<Mail[]>`select ${shown(db)} from mails where id = ${id}`;
  return row;
}

export type MailFilter = PageAsked & { status?: string; kind?: string; to?: string };

export async function listAnyMails(db: Db, filter: MailFilter): Promise<Page<Mail>> {
  const { status, kind, to } = filter;
  return selectPage(db, filter, {
    from: db`mails`,
    where: db`true
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${kind === undefined ? db`` : db`and kind = ${kind}`}
      ${to === undefined ? db`` : db`and recipient = ${to}`}`,
    rows: db`select ${shown(db)} from mails`,
  });
}

export type ReadableMail = Mail & { person_id: string | null; content: string | null };

export async function listReadableMails(
  db: Db,
  organization_id: string,
  filter: PageAsked & { since: string; to?: string },
): Promise<Page<ReadableMail>> {
  const { since, to } = filter;
  return selectPage(db, filter, {
    from: db`mails`,
    where: db`reader_id = ${organization_id} and created_at > ${since} ${to === undefined ? db`` : db`and recipient = ${to}`}`,
    rows: db`select ${shown(db)}, person_id, content from mails`,
  });
}

/** Only these kinds can be turned off (`notificationKinds`). Undefined: the person is gone. */
export async function turnOff(
  db: TransactionDb,
  { person_id, kind }: { person_id: string; kind: string },
): Promise<boolean> {
  const { count } = await db`
    update people set notifications = notifications || ${json(db, { [kind]: false })} where id = ${person_id}`;
  return count === 1;
}

export async function deleteOldMails(db: TransactionDb, before: string, limit: number): Promise<number> {
  const { count } = await db`
    delete from mails where id = any(array(
      select id from mails where created_at < ${before} order by created_at limit ${limit} for update skip locked))`;
  return count;
}

/** In the sandbox the text of a mail that was sent is kept for a while. */
export async function dropOldTexts(db: TransactionDb, before: string, limit: number): Promise<number> {
  const { count } = await db`
    update mails set content = null where id = any(array(
      select id from mails where content is not null and status = 'sent' and created_at < ${before} limit ${limit} for update skip locked))`;
  return count;
}
