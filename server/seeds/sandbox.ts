import { issueApiKey, widenApiKey } from "../src/credentials/actions.ts";
import { generateKey, type KeyForm } from "../src/credentials/api-key.ts";
import { createOrganization } from "../src/organizations/actions.ts";
import { type Context, transaction } from "../src/platform/context.ts";
import { keepSetting } from "../src/platform/database/installation.ts";
import { newId } from "../src/platform/ids.ts";
import type { Scope } from "../src/rights/scope.ts";
import { type ConnectorParts, keepStores } from "../src/stores/actions.ts";
import { fictionalStores } from "./stores.ts";

type SeedParts = { form: KeyForm; stores: ConnectorParts; demo_seed: Buffer };

/** Scopes that came after the first demo organizations. Its other scopes stay as they are. */
const newer: readonly Scope[] = ["members:read", "members:write", "payees:read", "payees:write"];

/**
 * The fictional stores, each made once: what the operator made of one since stays. And a demo organization with a key, made
 * once. The key comes from the service's secret, so that every start, on every node, can show it again although only its
 * hash is stored. It was made with all scopes, so scopes that are newer than the key are added to it.
 */
export async function seedSandbox(ctx: Context, { form, stores, demo_seed }: SeedParts): Promise<string> {
  await transaction(ctx, (ctx) => keepStores(ctx, stores, fictionalStores));
  const key = generateKey(form.prefix, demo_seed);
  await transaction(ctx, async (ctx) => {
    const mark = newId("req");
    if ((await keepSetting(ctx.db, "seeded", mark)) !== mark) return widenApiKey(ctx, { key, form }, newer);
    const { id } = await createOrganization(ctx, {
      name: "Demo Records",
      tier: "enterprise",
      // A newcomer's tracks get ISRCs by themselves: statements are made by them.
      isrc_prefix: "QZDRC",
    });
    await issueApiKey(ctx, id, { name: "Demo", form, key, created_by: "operator" });
  });
  return key;
}
