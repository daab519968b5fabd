// The first page: what needs attention, what is under way, what came in. One answer has nearly all of it.

import { Button } from "@mantine/core";
import type { Overview as OverviewAnswer } from "@segue/sdk";
import { PageHead } from "../../components/page-head.tsx";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { Failed } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useMay, useSession } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import { NeedsAttention } from "./attention.tsx";
import { FirstSteps } from "./first-steps.tsx";
import classes from "./overview.module.css";
import { RateLine } from "./rate-line.tsx";
import { LatestReleases, NextReleases } from "./release-rows.tsx";
import { Balances, RecentEarnings } from "./this-month.tsx";
import { UnderWay } from "./under-way.tsx";
import { overviewWords } from "./words.ts";

const key = ["overview.get"];
const read = () => segue.overview.get();

export default function Overview() {
  const name = useSession()?.session?.name;
  const may = useMay();
  const overview = useRead(key, read, { isLive: "slowly" });
  useRead(key, read, { isLive: (overview.data?.under_way?.length ?? 0) > 0 });
  return (
    <>
      <PageHead title={overviewWords.title} about={name}>
        {may("catalog:write") && (
          <Button component={Link} to="/releases/new">
            {overviewWords.newRelease}
          </Button>
        )}
      </PageHead>
      {overview.data ? (
        <Parts overview={overview.data} />
      ) : overview.error ? (
        <Failed error={overview.error} retry={() => void overview.refetch()} />
      ) : (
        <SkeletonRows count={12} hasPicture />
      )}
    </>
  );
}

function Parts({ overview }: { overview: OverviewAnswer }) {
  const { attention, under_way, next_releases, latest_releases, balances, has } = overview;
  const canSeeEarnings = useMay()("royalties:read");
  return (
    <>
      <FirstSteps has={has} release_id={latest_releases?.[0]?.id} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <NeedsAttention items={attention} />
          {under_way && <UnderWay deliveries={under_way} />}
          {latest_releases && <LatestReleases releases={latest_releases} />}
        </div>
        <div className={classes.column}>
          {balances && <Balances balances={balances} />}
          {canSeeEarnings && <RecentEarnings />}
          {next_releases && <NextReleases releases={next_releases} />}
        </div>
      </div>
      <RateLine />
    </>
  );
}
