// The first page: what needs a hand, what is on its way, what came in.

import { Button, SimpleGrid, Stack } from "@mantine/core";
import { PageHead } from "../page-head.tsx";
import { Link } from "../router.tsx";
import { useMay, useSession } from "../session.ts";
import { Loading } from "../states.tsx";
import { Attention } from "./overview-attention.tsx";
import { EarningsBars } from "./overview-earnings.tsx";
import { InProgress } from "./overview-progress.tsx";
import { RateUse } from "./overview-rate.tsx";
import { RecentReleases } from "./overview-releases.tsx";
import { FirstSteps, useFirstSteps } from "./overview-steps.tsx";

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
