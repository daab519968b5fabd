// People as rows, for tests of what they are told: how they came to be members is tested elsewhere.

import { newId } from "../src/platform/ids.ts";
import type { World } from "./world.ts";

type Known = {
  email?: string;
  status?: string;
  person_status?: string;
  labels?: string[] | null;
  payee_ids?: string[];
  notifications?: Record<string, boolean>;
};

export type KnownPerson = { id: string; email: string };

async function insertPerson({ ctx }: World, { email, person_status = "active", notifications = {} }: Known) {
  const id = newId("usr");
  const address = email ?? `${id}@example.com`;
  await ctx.db`
    insert into people (id, email, name, status, notifications, created_at)
    values (${id}, ${address}, 'Somebody', ${person_status}, ${JSON.stringify(notifications)}::text::jsonb, now())`;
  return { id, email: address };
}

export async function insertMember(
  world: World,
  organization_id: string,
  role: string,
  known: Known = {},
): Promise<KnownPerson> {
  const person = await insertPerson(world, known);
  await world.ctx.db`
    insert into members (id, organization_id, person_id, role, labels, payee_ids, status, invited_by, invited_at, invitation_expires_at)
    values (${newId("mbr")}, ${organization_id}, ${person.id}, ${role}, ${known.labels ?? null}, ${known.payee_ids ?? null}, ${known.status ?? "active"}, 'operator', now(), now())`;
  return person;
}

export async function insertStaff(world: World, role: string, known: Known = {}): Promise<KnownPerson> {
  const person = await insertPerson(world, known);
  await world.ctx.db`
    insert into staff (id, person_id, role, status, invited_by, invited_at, invitation_expires_at, created_at)
    values (${newId("stf")}, ${person.id}, ${role}, ${known.status ?? "active"}, 'operator', now(), now(), now())`;
  return person;
}
