import { type Db, json, type TransactionDb } from "../platform/database/db.ts";
import { type Page, type PageAsked, selectPage } from "../platform/http/pagination.ts";
import { containing, foldText } from "../platform/search.ts";
import { type Organization, storageQuotas } from "./organization.ts";

type OrganizationRow = Omit<Organization, "upc_ranges" | `storage_${string}`>;
/** Null: as the tier has. Undefined: as it was. */
type Quota = { storage_quota_bytes?: number | null | undefined };

const columns = (db: Db) => db`
  o.id, o.name, o.tier, o.label, o.review, o.status, o.isrc_prefix, o.licensed_territories, o.fee_rate, o.fee_terms, o.withholding_rate,
  o.withholding_territories, o.minimum_payouts, o.requires_tax_form, o.payout_currency, o.ddex_party_id, o.rate_limit, o.created_at, o.updated_at,
  coalesce(o.storage_quota_bytes, (${json(db, storageQuotas)} ->> o.tier)::bigint)::float8 as storage_quota_bytes,
  coalesce((select used_bytes from organization_storage where organization_id = o.id), 0)::float8 as storage_used_bytes,
  (select coalesce(jsonb_agg(jsonb_build_object('first', lpad(r.first::text, 11, '0'), 'last', lpad(r.last::text, 11, '0')) order by r.first), '[]')
   from upc_ranges r where r.organization_id = o.id) as upc_ranges`;

export async function insertOrganization(db: TransactionDb, row: OrganizationRow & Quota): Promise<void> {
  await db`
    insert into organizations (id, name, tier, label, review, status, isrc_prefix, licensed_territories, fee_rate, fee_terms,
      withholding_rate, withholding_territories, minimum_payouts, requires_tax_form, payout_currency, ddex_party_id, rate_limit, storage_quota_bytes, created_at, updated_at)
    values (${row.id}, ${row.name}, ${row.tier}, ${row.label}, ${row.review}, ${row.status}, ${row.isrc_prefix},
      ${row.licensed_territories}, ${row.fee_rate}, ${json(db, row.fee_terms)}, ${row.withholding_rate}, ${row.withholding_territories},
      ${json(db, row.minimum_payouts)}, ${row.requires_tax_form}, ${row.payout_currency}, ${row.ddex_party_id}, ${json(db, row.rate_limit)}, ${row.storage_quota_bytes ?? null}, ${row.created_at}, ${row.updated_at})`;
}

export async function updateOrganizationRow(db: TransactionDb, row: OrganizationRow, quota: Quota): Promise<void> {
  await db`
    update organizations
    set name = ${row.name}, tier = ${row.tier}, label = ${row.label}, review = ${row.review}, status = ${row.status},
      isrc_prefix = ${row.isrc_prefix}, licensed_territories = ${row.licensed_territories}, fee_rate = ${row.fee_rate}, fee_terms = ${json(db, row.fee_terms)},
      withholding_rate = ${row.withholding_rate}, withholding_territories = ${row.withholding_territories},
      minimum_payouts = ${json(db, row.minimum_payouts)}, requires_tax_form = ${row.requires_tax_form}, payout_currency = ${row.payout_currency}, ddex_party_id = ${row.ddex_party_id}, rate_limit = ${json(db, row.rate_limit)},
      storage_quota_bytes = ${quota.storage_quota_bytes === undefined ? db`storage_quota_bytes` : db`${quota.storage_quota_bytes}`},
      updated_at = ${row.updated_at}
    where id = ${row.id}`;
}

export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const [row] = await db<Organization[]>`select ${columns(db)} from organizations o where o.id = ${id}`;
  return row;
}

/** Changes of one organization wait for each other; rows that refer to it can still be written. */
export async function lockOrganization(db: TransactionDb, id: string): Promise<Organization | undefined> {
  const [row] = await db<
    Organization[]
  >`select ${columns(db)} from organizations o where o.id = ${id} for no key update of o`;
  return row;
}

/** Those of these stores that exist. */
export async function listKnownStores(db: Db, store_ids: readonly string[]): Promise<string[]> {
  const rows = await db<{ store_id: string }[]>`
    select store_id from stores where store_id = any(${store_ids as string[]}::text[])`;
  return rows.map(({ store_id }) => store_id);
}

/** `q`: a part of the name, or a whole id. */
export async function listOrganizations(db: Db, asked: PageAsked & { q?: string }): Promise<Page<Organization>> {
  const { q } = asked;
  const named = (text: string) => db`(lower(normalize(name, NFKC)) like ${containing(foldText(text))} or id = ${text})`;
  return selectPage(db, asked, {
    from: db`organizations`,
    where: q === undefined ? db`true` : named(q),
    rows: db`select ${columns(db)} from organizations o`,
  });
}
