// The payouts of all organizations, for the operator: first those that wait.

import { Alert, Anchor, Button, Code, Drawer, Group, List, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { type AnyPayout, payoutStatuses } from "@segue/sdk";
import { useRef, useState } from "react";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { Money } from "../../../components/money.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { useSelection } from "../../../data/selection.ts";
import { useMayOperate } from "../../../data/session.ts";
import { Link, useFilter } from "../../../router.tsx";
import { showDay, showExactMoney, showWord } from "../../../values/format.ts";
import { PayoutTimeline } from "../../money/payout-timeline.tsx";
import { useOrganizationName } from "../organizations/organization-names.ts";
import { BulkPayouts, MOST_SELECTED } from "./bulk-payouts.tsx";
import { ExportPayoutsButton } from "./export-payouts.tsx";
import { PayoutMoves } from "./payout-moves.tsx";
import { allPayoutsWords } from "./words.ts";

const words = allPayoutsWords;

export default function OperatorPayouts() {
  const [chosen] = useFilter("status");
  const status = chosen === "all" ? undefined : (payoutStatuses.find((known) => known === chosen) ?? "pending");
  const [payee_id] = useFilter("payee_id");
  const nameOf = useOrganizationName();
  const [opened, setOpened] = useState<AnyPayout>();
  const mayExport = useMayOperate()("GET", "exportPayouts");
  return (
    <>
      <PageHead title={words.title} about={words.about}>
        {mayExport && <ExportPayoutsButton />}
      </PageHead>
      <Payouts {...{ status, payee_id, nameOf, open: setOpened }} />
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

type PayoutsProps = {
  status: AnyPayout["status"] | undefined;
  payee_id: string;
  nameOf: (organization_id: string) => string;
  open: (payout: AnyPayout) => void;
};

function Payouts({ status, payee_id, nameOf, open }: PayoutsProps) {
  const list = useList(
    ["operator.payouts.list", status, payee_id],
    (page) => segue.operator.payouts.list({ ...page, status, ...(payee_id && { payee_id }) }),
    { isLive: true },
  );
  const selection = useSelection<AnyPayout>(`${status} ${payee_id}`, MOST_SELECTED);
  const acts = useRef<HTMLElement>(null);
  const fullName = ({ amount, currency, payee_name, organization_id }: AnyPayout) =>
    [showExactMoney(amount, currency), payee_name, nameOf(organization_id)].filter(Boolean).join(", ");
  return (
    <>
      <BulkPayouts selection={selection} rows={list.rows} nameOf={fullName} place={acts}>
        <Filters status={status} payee_id={payee_id} />
      </BulkPayouts>
      <ListTable
        label={words.title}
        list={list}
        columns={columnsOf(nameOf)}
        keyOf={({ id }) => id}
        onOpen={open}
        selection={{
          ...selection,
          nameOf: fullName,
          goToActs: () => acts.current?.querySelector<HTMLElement>("button")?.focus(),
        }}
        empty={
          <Empty
            title={status ? words.noMatch(showWord(status)) : words.none}
            example={`npx segue payout list --operator${status ? ` --status ${status}` : ""}`}
          >
            {words.noneHint}
          </Empty>
        }
      />
    </>
  );
}

function Filters({ status, payee_id }: Pick<PayoutsProps, "status" | "payee_id">) {
  const [, setStatus] = useFilter("status");
  const [, setPayee] = useFilter("payee_id");
  return (
    <Group gap="sm">
      <NativeSelect
        aria-label={words.status}
        data={[
          ...payoutStatuses.map((value) => ({ value, label: showWord(value) })),
          { value: "all", label: words.everyStatus },
        ]}
        value={status ?? "all"}
        onChange={(event) => setStatus(event.currentTarget.value)}
      />
      {payee_id && (
        <Button variant="default" size="xs" onClick={() => setPayee("")}>
          {words.ofEveryPayee}
        </Button>
      )}
    </Group>
  );
}

function columnsOf(nameOf: (organization_id: string) => string): readonly Column<AnyPayout>[] {
  return [
    {
      id: "payout",
      title: words.columns.payout,
      cell: ({ amount, currency, organization_id, payee_name }) => (
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600}>
            <Money amount={amount} currency={currency} />
          </Text>
          <Text size="xs" c="dimmed" truncate visibleFrom="sm">
            {nameOf(organization_id)}
          </Text>
          {/* A phone has no column for the payee. */}
          <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
            {[payee_name, nameOf(organization_id)].filter(Boolean).join(" · ")}
          </Text>
        </Stack>
      ),
    },
    {
      id: "payee",
      title: words.columns.payee,
      cell: ({ payee_name, organization_id }) => (
        <Text size="sm" truncate>
          {payee_name ?? nameOf(organization_id)}
        </Text>
      ),
      isExtra: true,
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
  const { id, organization_id, payee_id, payee_name, status, hold, failure_reason } = payout;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Status value={status} />
        <Anchor component={Link} to={`/organizations/${organization_id}`} size="sm">
          {name}
        </Anchor>
      </Group>
      {payee_id && (
        <Text size="sm">
          {words.opened.payee(payee_name ?? payee_id)}{" "}
          <Anchor component={Link} to={`/payouts?status=all&payee_id=${payee_id}`} inherit>
            {words.opened.ofPayee}
          </Anchor>
        </Text>
      )}
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
