import { type Links, type ThumbnailLinks, thumbnailLinks } from "../assets/links.ts";
import { withShownAmounts } from "../ledger/balance.ts";
import { listBalances } from "../ledger/queries.ts";
import type { Context } from "../platform/context.ts";
import { hasScope } from "../platform/http/guards/access.ts";
import { type Route, route } from "../platform/http/route.ts";
import { type Sight, sightOf } from "../rights/sight.ts";
import { attentionKinds, OperatorOverview, Overview, type ReleaseInBrief, scopeOfKind } from "./overview.ts";
import {
  type BriefRow,
  countWaiting,
  findFirstSteps,
  listAttention,
  listLatestReleases,
  listNextReleases,
  listUnderWay,
} from "./queries.ts";

export const overviewRoutes = (links: Links): Route[] => {
  const thumbnailUrl = thumbnailLinks(links);
  return [
    route({
      method: "GET",
      path: "/v1/overview",
      operation: "getOverview",
      tag: "Organization",
      summary: "Read what waits for you, and what comes next",
      description:
        "A key sees what its scopes allow: other parts are null, and other kinds of `attention` are left out.",
      access: "any_key",
      success: { status: 200, schema: Overview },
      handle: (ctx, { principal }) =>
        readOverview(ctx, sightOf(principal), { may: (scope) => hasScope(principal.scopes, scope), thumbnailUrl }),
    }),
    route({
      method: "GET",
      path: "/v1/operator/overview",
      operation: "getOperatorOverview",
      tag: "Operator",
      summary: "Count what waits for the operator",
      access: "operator",
      success: { status: 200, schema: OperatorOverview },
      handle: ({ db }) => countWaiting(db),
    }),
  ];
};

type Asked = { may(scope: string): boolean; thumbnailUrl: ThumbnailLinks };

async function readOverview({ db, clock }: Context, sight: Sight, { may, thumbnailUrl }: Asked): Promise<Overview> {
  const { organization_id } = sight;
  const now = clock.now();
  const shown = ({ artwork_asset_id: asset_id, ...release }: BriefRow): ReleaseInBrief => ({
    ...release,
    thumbnail_url: asset_id ? thumbnailUrl({ organization_id, asset_id }, now) : null,
  });
  const kinds = attentionKinds.filter((kind) => may(scopeOfKind[kind]));
  const today = now.toISOString().slice(0, 10);
  const [attention, under_way, next, latest, balances, has] = await Promise.all([
    listAttention(db, sight, kinds),
    may("deliveries:read") ? listUnderWay(db, sight) : null,
    may("catalog:read") ? listNextReleases(db, sight, today) : null,
    may("catalog:read") ? listLatestReleases(db, sight) : null,
    may("payouts:read") ? listBalances(db, organization_id) : null,
    findFirstSteps(db, sight),
  ]);
  return {
    attention: attention.map((row) => ({
      ...row,
      release: row.release && shown(row.release),
      payout: row.payout && withShownAmounts(row.payout, ["amount"]),
    })),
    under_way: under_way?.map((row) => ({ ...row, release: shown(row.release) })) ?? null,
    next_releases: next?.map(shown) ?? null,
    latest_releases: latest?.map(shown) ?? null,
    balances: balances?.map((row) => withShownAmounts(row, ["available", "pending"])) ?? null,
    has,
  };
}
