// The payouts of all organizations, for the operator: first those that wait.

import { Alert, Anchor, Code, Drawer, Group, List, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { type AnyPayout, payoutStatuses } from "@segue/sdk";
import { useState } from "react";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { Money } from "../../../components/money.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { Link, useFilter } from "../../../router.tsx";
import { showDay, showExactMoney, showWord } from "../../../values/format.ts";
import { PayoutTimeline } from "../../money/payout-timeline.tsx";
import { useOrganizationName } from "../organizations/organization-names.ts";
import { PayoutMoves } from "./payout-moves.tsx";
import { allPayoutsWords } from "./words.ts";

const words = allPayoutsWords;

export default function OperatorPayouts() {
  const [chosen, setStatus] = useFilter("status");
  const status = chosen === "all" ? undefined : (payoutStatuses.find((known) => known === chosen) ?? "pending");
  const nameOf = useOrganizationName();
  const [opened, setOpened] = useState<AnyPayout>();
  const list = useList(["operator.payouts.list", status], (page) => segue.operator.payouts.list({ ...page, status }), {
    isLive: true,
  });
  return (
    <>
      <PageHead title={words.title} about={words.about}>
        <NativeSelect
          aria-label={words.status}
          data={[
            ...payoutStatuses.map((value) => ({ value, label: showWord(value) })),
            { value: "all", label: words.everyStatus },
          ]}
          value={status ?? "all"}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </PageHead>
      <ListTable
        label={words.title}
        list={list}
        columns={columnsOf(nameOf)}
        keyOf={({ id }) => id}
        onOpen={setOpened}
        empty={
          <Empty
            title={status ? words.noMatch(showWord(status)) : words.none}
            example={`npx segue payout list --operator${status ? ` --status ${status}` : ""}`}
          >
            {words.noneHint}
          </Empty>
        }
      />
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        title={opened && words.opened.title(showExactMoney(opened.amount, opened.currency))}
        closeButtonProps={{ "aria-label": words.opened.close }}
      >
        {opened && <OpenedPayout payout={opened} name={nameOf(opened.organization_id)} onMoved={setOpened} />}
      </Drawer>
    </>
  );
}

function columnsOf(nameOf: (organization_id: string) => string): readonly Column<AnyPayout>[] {
  return [
    {
      id: "payout",
      title: words.columns.payout,
      cell: ({ amount, currency, organization_id }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600}>
            <Money amount={amount} currency={currency} />
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {nameOf(organization_id)}
          </Text>
        </Stack>
      ),
    },
    { id: "status", title: words.columns.status, cell: (payout) => <Status value={payout.status} />, width: 130 },
    {
      id: "requested",
      title: words.columns.requested,
      cell: ({ created_at }) => showDay(created_at),
      width: 140,
      isExtra: true,
    },
    { id: "note", title: words.columns.note, cell: (payout) => <Note payout={payout} />, isExtra: true },
  ];
}

function Note({ payout: { hold, failure_reason, reference } }: { payout: AnyPayout }) {
  const note = hold?.reason ?? failure_reason ?? reference ?? "";
  return (
    <Text size="sm" c="dimmed" truncate title={note}>
      {note}
    </Text>
  );
}

type OpenedProps = { payout: AnyPayout; name: string; onMoved: (moved: AnyPayout) => void };

function OpenedPayout({ payout, name, onMoved }: OpenedProps) {
  const { id, organization_id, status, hold, failure_reason } = payout;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Status value={status} />
        <Anchor component={Link} to={`/organizations/${organization_id}`} size="sm">
          {name}
        </Anchor>
      </Group>
      <Code style={{ overflowWrap: "anywhere" }}>{id}</Code>
      {hold && (
        <Alert color="orange" title={hold.reason}>
          {hold.required_actions.length === 0 ? (
            words.opened.noRequiredActions
          ) : (
            <List size="sm">
              {hold.required_actions.map((action) => (
                <List.Item key={action}>{action}</List.Item>
              ))}
            </List>
          )}
        </Alert>
      )}
      {status === "failed" && <Alert color="red">{failure_reason}</Alert>}
      <Title order={3} size="h5">
        {words.opened.whatToDo}
      </Title>
      <PayoutMoves key={status} payout={payout} onMoved={onMoved} />
      <Title order={3} size="h5">
        {words.opened.standing}
      </Title>
      <PayoutTimeline payout={payout} />
    </Stack>
  );
}
