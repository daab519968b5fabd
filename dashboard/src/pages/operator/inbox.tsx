// The operator's first page: what waits for a person, each with the way to where it is done.

import { Anchor, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { StoreWithHealth } from "@segue/sdk";
import { IconArrowRight, IconCircleCheck } from "@tabler/icons-react";
import { PageHead } from "../../components/page-head.tsx";
import { Failed } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { Link } from "../../router.tsx";
import { showNumber } from "../../values/format.ts";
import classes from "./inbox.module.css";
import { sumUnmatched } from "./reports/unmatched-money.ts";
import { useStalled } from "./stores/stalled.ts";
import { Health } from "./stores/store-health.tsx";
import { useOperatorStores } from "./stores/store-names.ts";

const COUNTED = 100;

type Count = { count: number; isMore: boolean; detail?: string };
type Counted = { data: Count | undefined; error: Error | null; refetch: () => unknown };

/** The most that one question counts: beyond it "100+" says enough. */
async function countRows(
  ask: (page: { limit: number }) => Promise<{ data: unknown[]; has_more: boolean }>,
): Promise<Count> {
  const { data, has_more } = await ask({ limit: COUNTED });
  return { count: data.length, isMore: has_more };
}

type Kind = {
  name: string;
  title: string;
  about: string;
  to: string;
  read: () => Promise<Count>;
  isLive?: true | "slowly";
};

const kinds: readonly Kind[] = [
  {
    name: "submissions",
    title: "Submissions to review",
    about: "wait for your decision",
    to: "/review",
    read: () => countRows((page) => segue.operator.submissions.list({ ...page, review_status: "pending_review" })),
  },
  {
    name: "action_required",
    title: "Actions required",
    about: "deliveries need a change before the store takes them",
    to: "/deliveries?status=action_required",
    read: () => countRows((page) => segue.operator.deliveries.list({ ...page, status: "action_required" })),
  },
  {
    name: "pending",
    title: "Payouts pending",
    about: "wait to be paid",
    to: "/payouts?status=pending",
    read: () => countRows((page) => segue.operator.payouts.list({ ...page, status: "pending" })),
  },
  {
    name: "on_hold",
    title: "Payouts on hold",
    about: "wait for something to be settled",
    to: "/payouts?status=on_hold",
    read: () => countRows((page) => segue.operator.payouts.list({ ...page, status: "on_hold" })),
  },
  {
    name: "jobs",
    title: "Parked jobs",
    about: "failed for good and wait for a retry",
    to: "/jobs",
    read: () => countRows((page) => segue.operator.jobs.list({ ...page, status: "parked" })),
  },
  {
    name: "unmatched",
    title: "Unmatched sales",
    about: "rows of sales reports belong to no track yet",
    to: "/sales-reports",
    read: () => sumUnmatched(segue.operator.salesReports.list({ limit: COUNTED })),
    isLive: "slowly",
  },
];

export default function NeedsAHand() {
  const stalled = useStalled();
  const stores = useOperatorStores({ isLive: true });
  const failing = stores.data?.filter(({ stalled_deliveries }) => stalled_deliveries > 0);
  const [first, ...others] = kinds;
  return (
    <>
      <PageHead title="What needs a hand" about="Of all organizations, as it stands now." />
      <ul className={classes.tiles}>
        {first && <ReadTile kind={first} />}
        <Tile
          title="Stalled deliveries"
          about="cannot reach a store; the service keeps trying"
          to="/deliveries?status=stalled"
          of={{
            ...stalled,
            data: stalled.data && { count: stalled.data.data.length, isMore: stalled.data.has_more },
          }}
        />
        <Tile
          title="Stores that fail"
          about="cannot be reached now"
          to="/stores"
          of={{ ...stores, data: failing && { count: failing.length, isMore: false } }}
        />
        {others.map((kind) => (
          <ReadTile key={kind.name} kind={kind} />
        ))}
      </ul>
      {failing && failing.length > 0 && <FailingStores stores={failing} />}
    </>
  );
}

function ReadTile({ kind: { name, read, isLive = true, ...shown } }: { kind: Kind }) {
  return <Tile {...shown} of={useRead(["inbox", name], read, { isLive })} />;
}

type TileProps = Pick<Kind, "title" | "about" | "to"> & { of: Counted };

function Tile({ title, about, to, of: { data, error, refetch } }: TileProps) {
  const isNone = data?.count === 0;
  return (
    <Card withBorder component="li" className={classes.tile} data-waits={data && !isNone ? true : undefined}>
      <Stack gap={4}>
        <Title order={2} size="h6">
          <Link to={to} className={classes.link}>
            {title}
          </Link>
        </Title>
        {error && !data ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <>
            <Group justify="space-between" wrap="nowrap">
              <Text className={classes.count} data-count={data?.count}>
                {data ? showNumber(data.count) + (data.isMore ? "+" : "") : "…"}
              </Text>
              {isNone ? <IconCircleCheck size={22} aria-hidden /> : <IconArrowRight size={22} aria-hidden />}
            </Group>
            <Text size="xs" c="dimmed">
              {isNone ? "Nothing waits" : (data?.detail ?? about)}
            </Text>
          </>
        )}
      </Stack>
    </Card>
  );
}

function FailingStores({ stores }: { stores: readonly StoreWithHealth[] }) {
  return (
    <Stack mt="xl" gap="xs">
      <Title order={2} size="h4">
        Stores that cannot be reached
      </Title>
      {stores.map((store) => (
        <Card withBorder key={store.store_id} padding="sm">
          <Group justify="space-between" wrap="nowrap">
            <Anchor component={Link} to={`/stores/${store.store_id}`} size="sm" fw={600}>
              {store.name}
            </Anchor>
            <Health store={store} />
          </Group>
        </Card>
      ))}
    </Stack>
  );
}
