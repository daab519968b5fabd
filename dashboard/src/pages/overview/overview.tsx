// The first page: what needs a hand, what is on its way, what came in.

import { Button, SimpleGrid, Stack } from "@mantine/core";
import { PageHead } from "../../components/page-head.tsx";
import { Loading } from "../../components/states.tsx";
import { useMay, useSession } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import { Attention } from "./attention.tsx";
import { EarningsBars } from "./earnings.tsx";
import { FirstSteps, useFirstSteps } from "./first-steps.tsx";
import { RecentReleases } from "./latest-releases.tsx";
import { InProgress } from "./progress.tsx";
import { RateUse } from "./rate.tsx";

export default function Overview() {
  const name = useSession()?.session?.name;
  const may = useMay();
  const steps = useFirstSteps();
  return (
    <>
      <PageHead title="Overview" about={name}>
        {may("catalog:write") && (
          <Button component={Link} to="/releases/new">
            New release
          </Button>
        )}
      </PageHead>
      {steps ? <Parts steps={steps} /> : <Loading />}
    </>
  );
}

function Parts({ steps }: { steps: Parameters<typeof FirstSteps>[0]["steps"] }) {
  const may = useMay();
  return (
    <Stack gap="lg">
      <FirstSteps steps={steps} />
      <Attention />
      {may("deliveries:read") && <InProgress />}
      {may("catalog:read") && <RecentReleases />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {may("royalties:read") && <EarningsBars />}
        <RateUse />
      </SimpleGrid>
    </Stack>
  );
}
