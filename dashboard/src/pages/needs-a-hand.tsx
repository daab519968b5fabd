// The operator's first page: what waits for a person, each with the way to where it is done.

import { Anchor, Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconArrowRight, IconCircleCheck } from "@tabler/icons-react";
import { segue } from "../api.ts";
import { useRead } from "../data.ts";
import { showAgo, showNumber } from "../format.ts";
import { useStoreNames } from "../names.ts";
import { PageHead } from "../page-head.tsx";
import { Link } from "../router.tsx";
import { Failed } from "../states.tsx";
import classes from "./needs-a-hand.module.css";
import { type FailingStore, useStalled } from "./stalled.ts";
import { readUnmatched } from "./unmatched-money.ts";

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

type Kind = { name: string; title: string; about: string; to: string; read: () => Promise<Count> };

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
    read: readUnmatched,
  },
];

export default function NeedsAHand() {
  const stalled = useStalled();
  const { data } = stalled;
  const of = (count: number | undefined): Counted => ({
    ...stalled,
    data: count === undefined ? undefined : { count, isMore: data?.isMore ?? false },
  });
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
          of={of(data?.deliveries.length)}
        />
        <Tile title="Stores that fail" about="cannot be reached now" to="/stores" of={of(data?.stores.length)} />
        {others.map((kind) => (
          <ReadTile key={kind.name} kind={kind} />
        ))}
      </ul>
      {data && data.stores.length > 0 && <FailingStores stores={data.stores} />}
    </>
  );
}

function ReadTile({ kind: { name, read, ...shown } }: { kind: Kind }) {
  return <Tile {...shown} of={useRead(["needs-a-hand", name], read, { isLive: true })} />;
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

function FailingStores({ stores }: { stores: readonly FailingStore[] }) {
  const names = useStoreNames(true);
  return (
    <Stack mt="xl" gap="xs">
      <Title order={2} size="h4">
        Stores that cannot be reached
      </Title>
      <Card withBorder padding={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Store</Table.Th>
              <Table.Th>Why</Table.Th>
              <Table.Th ta="right">Deliveries</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stores.map(({ store_id, reason, since, deliveries }) => (
              <Table.Tr key={store_id}>
                <Table.Td>
                  <Anchor component={Link} to={`/stores/${store_id}`} size="sm">
                    {names.get(store_id) ?? store_id}
                  </Anchor>
                </Table.Td>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  <Text size="sm">{reason}</Text>
                  <Text size="xs" c="dimmed">
                    Since {showAgo(since)}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{showNumber(deliveries)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
    </Stack>
  );
}
