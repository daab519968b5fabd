// Those who get a part of the organization's earnings.

import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { type Payee, payeeStatuses } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { useAskedForm } from "../../forms/asked-form.ts";
import { SearchInput } from "../../forms/search-input.tsx";
import { navigate, useFilter } from "../../router.tsx";
import { showWord } from "../../values/format.ts";
import { paymentWords } from "../money/payment/words.ts";
import { PayeeForm } from "./payee-form.tsx";
import { bodyOf } from "./payee-values.ts";
import { payeeFormWords, payeesWords, payerWords } from "./words.ts";

const columns: readonly Column<Payee>[] = [
  {
    id: "payee",
    title: payeesWords.columns.payee,
    cell: ({ name, email, external_id }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {[external_id, email].filter(Boolean).join(" · ")}
        </Text>
      </Stack>
    ),
  },
  {
    id: "payer",
    title: payeesWords.columns.payer,
    cell: ({ paid_by }) => payerWords[paid_by],
    width: 160,
    isExtra: true,
  },
  {
    id: "payment",
    title: payeesWords.columns.payment,
    cell: ({ payment }) =>
      payment ? `${paymentWords.methods[payment.method]} · ${payment.last4}` : payeesWords.noPayment,
    width: 200,
    isExtra: true,
  },
  { id: "status", title: payeesWords.columns.status, cell: ({ status }) => <Status value={status} />, width: 110 },
];

export default function Payees() {
  const [isOpen, form] = useAskedForm("payee");
  const [q] = useFilter("q");
  const [chosen, setStatus] = useFilter("status");
  const status = payeeStatuses.find((known) => known === chosen);
  const list = useList(["payees.list", q, status], (page) => segue.payees.list({ ...page, q: q || undefined, status }));
  const mayWrite = useMay()("payees:write");
  return (
    <>
      <PageHead title={payeesWords.title} about={payeesWords.about}>
        {mayWrite && (
          <Button onClick={form.open} leftSection={<IconPlus size={16} aria-hidden />}>
            {payeesWords.create}
          </Button>
        )}
      </PageHead>
      <Group mb="md">
        <SearchInput placeholder={payeesWords.search} />
        <NativeSelect
          aria-label={payeesWords.status}
          data={[
            { value: "", label: payeesWords.everyStatus },
            ...payeeStatuses.map((value) => ({ value, label: showWord(value) })),
          ]}
          value={status ?? ""}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <ListTable
        label={payeesWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/payees/${id}`}
        empty={
          q || status ? (
            <Empty title={payeesWords.noMatch}>{payeesWords.noMatchHint}</Empty>
          ) : (
            <Empty
              title={payeesWords.none}
              example={`npx segue payee create "Vera Lux"`}
              action={mayWrite && <Button onClick={form.open}>{payeesWords.addFirst}</Button>}
            >
              {payeesWords.noneHint}
            </Empty>
          )
        }
      />
      {isOpen && (
        <PayeeForm
          title={payeesWords.create}
          action={payeeFormWords.add}
          close={form.close}
          save={(values) => segue.payees.create(bodyOf(values))}
          done={payeesWords.created}
          onSaved={({ id }) => navigate(`/payees/${id}`)}
        />
      )}
    </>
  );
}
