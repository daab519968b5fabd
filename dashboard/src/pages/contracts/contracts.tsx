// Every contract, by status and by payee.

import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { type Contract, contractStatuses } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { PayeeSelect } from "../../forms/payee-select.tsx";
import { Link, useFilter } from "../../router.tsx";
import { showRate, showWord } from "../../values/format.ts";
import { sumAmounts } from "../../values/money.ts";
import { sayRange, saySubject } from "./subject.tsx";
import { contractsWords } from "./words.ts";

const columns: readonly Column<Contract>[] = [
  {
    id: "contract",
    title: contractsWords.columns.contract,
    cell: ({ name, applies_to }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {saySubject(applies_to)}
        </Text>
      </Stack>
    ),
  },
  { id: "months", title: contractsWords.columns.months, cell: sayRange, width: 190, isExtra: true },
  { id: "shares", title: contractsWords.columns.shares, cell: sayShares, width: 160, isExtra: true },
  {
    id: "outstanding",
    title: contractsWords.columns.outstanding,
    cell: ({ recoupment }) => <Outstanding of={recoupment} />,
    isNumber: true,
    width: 140,
    isExtra: true,
  },
  { id: "status", title: contractsWords.columns.status, cell: ({ status }) => <Status value={status} />, width: 110 },
];

function sayShares({ shares }: Contract): string {
  if (shares.length === 0) return contractsWords.noShares;
  return contractsWords.shares(shares.length, showRate(sumAmounts(shares.map(({ share }) => share))));
}

function Outstanding({ of: recoupment }: { of: Contract["recoupment"] }) {
  const open = recoupment.filter(({ outstanding }) => /[1-9]/.test(outstanding));
  if (open.length === 0) return contractsWords.nothingToRecoup;
  return open.map(({ currency, outstanding }) => (
    <div key={currency}>
      <Money amount={outstanding} currency={currency} />
    </div>
  ));
}

export default function Contracts() {
  const [chosen, setStatus] = useFilter("status");
  const [payee_id, setPayee] = useFilter("payee_id");
  const status = contractStatuses.find((known) => known === chosen);
  const list = useList(["contracts.list", status, payee_id], (page) =>
    segue.contracts.list({ ...page, status, payee_id: payee_id || undefined }),
  );
  const mayWrite = useMay()("payees:write");
  const create = `/contracts/new${payee_id && `?payee_id=${payee_id}`}`;
  return (
    <>
      <PageHead title={contractsWords.title} about={contractsWords.about}>
        {mayWrite && (
          <Button component={Link} to={create} leftSection={<IconPlus size={16} aria-hidden />}>
            {contractsWords.create}
          </Button>
        )}
      </PageHead>
      <Group mb="md" align="flex-start">
        <PayeeSelect
          aria-label={contractsWords.payee}
          placeholder={contractsWords.everyPayee}
          value={payee_id}
          onChange={setPayee}
          clearable
        />
        <NativeSelect
          aria-label={contractsWords.status}
          data={[
            { value: "", label: contractsWords.everyStatus },
            ...contractStatuses.map((value) => ({ value, label: showWord(value) })),
          ]}
          value={status ?? ""}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <ListTable
        label={contractsWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/contracts/${id}`}
        empty={
          status || payee_id ? (
            <Empty title={contractsWords.noMatch}>{contractsWords.noMatchHint}</Empty>
          ) : (
            <Empty
              title={contractsWords.none}
              example="npx segue contract create contract.json"
              action={
                mayWrite && (
                  <Button component={Link} to={create}>
                    {contractsWords.createFirst}
                  </Button>
                )
              }
            >
              {contractsWords.noneHint}
            </Empty>
          )
        }
      />
    </>
  );
}
