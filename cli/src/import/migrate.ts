// `segue import --migrate`: the releases move here from another distributor. Running it again tells what is missing, and moves the rest.

import { type Segue, SegueError } from "@segue/sdk";
import { counted } from "../counted.ts";
import { printable } from "../output.ts";
import { idempotencyKeyOf } from "./state.ts";

export type Moving = { release_id: string; title: string; migration_id: string | null; issues: string[] };

export async function migrateAll(
  client: Segue,
  releases: readonly { release_id: string; title: string }[],
  previous_distributor: string,
): Promise<Moving[]> {
  const moving: Moving[] = [];
  for (const { release_id, title } of releases)
    moving.push({ release_id, title, ...(await migrate(client, { release_id, previous_distributor })) });
  return moving;
}

async function migrate(
  client: Segue,
  body: { release_id: string; previous_distributor: string },
): Promise<Pick<Moving, "migration_id" | "issues">> {
  const [known] = (await client.migrations.list({ release_id: body.release_id, limit: 1 })).data;
  if (known) return { migration_id: known.id, issues: [] };
  try {
    const made = await client.migrations.create(body, { idempotencyKey: idempotencyKeyOf("migration", body) });
    return { migration_id: made.id, issues: [] };
  } catch (error) {
    // What stores would not know again is for a person to add.
    if (!(error instanceof SegueError) || error.status !== 422) throw error;
    return { migration_id: null, issues: error.details.map(({ field, issue }) => `${field} ${issue}`) };
  }
}

export function movingLines(moving: readonly Moving[], previous_distributor: string): string[] {
  const isMoving = moving.filter(({ migration_id }) => migration_id !== null).length;
  const missing = moving.flatMap(({ release_id, title, issues }) =>
    issues.map((issue) => printable(`  ${release_id} ${title}: ${issue}`)),
  );
  return [
    "",
    printable(`Moving from ${previous_distributor}: ${isMoving} of ${counted(moving.length, "release")}.`),
    ...(missing.length > 0 ? ["Add what is missing, then import again:", ...missing] : []),
  ];
}
