// Advances and costs of a contract, and how far each currency is on its way to zero.

import { Button, NativeSelect, Progress, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { type Contract, type ContractCost, contractCostMoves, type NewContractCost } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/section.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct, useList } from "../../data/data.ts";
import { canStart } from "../../data/moves.ts";
import { useMay } from "../../data/session.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { showDay, showMoney, showWord } from "../../values/format.ts";
import { RecoupmentSteps } from "./recoupment-steps.tsx";
import { costsWords } from "./words.ts";

export function ContractCosts({ contract }: { contract: Contract }) {
  const { id, recoupment } = contract;
  const mayWrite = useMay()("payees:write");
  const list = useList(["contracts.costs", id], (page) => segue.contracts.costs.list(id, page));
  return (
    <Section title={costsWords.title} about={costsWords.hint}>
      <Stack>
        {recoupment.map((one) => (
          <WayToZero key={one.currency} contract={contract} recoupment={one} />
        ))}
        <ListTable
          label={costsWords.title}
          list={list}
          columns={mayWrite ? [...columns, actColumn] : columns}
          keyOf={(cost) => cost.id}
          rowHeight={64}
          empty={
            <Text size="sm" c="dimmed">
              {costsWords.none}
            </Text>
          }
        />
        {mayWrite && <AddButton contract_id={id} currency={recoupment[0]?.currency ?? "EUR"} />}
      </Stack>
    </Section>
  );
}

type WayProps = { contract: Contract; recoupment: Contract["recoupment"][number] };

function WayToZero({ contract, recoupment }: WayProps) {
  const { currency, costs, recouped, outstanding } = recoupment;
  const state = costsWords.state(showMoney(recouped, currency), showMoney(costs, currency));
  const isDone = !/[1-9]/.test(outstanding);
  const part = Number(costs) > 0 ? Math.min(100, Math.max(0, (Number(recouped) / Number(costs)) * 100)) : 100;
  return (
    <Stack gap={6}>
      <Text size="sm">
        <b>{state}</b>
        {" · "}
        {isDone ? costsWords.done : costsWords.outstanding(showMoney(outstanding, currency))}
      </Text>
      <Progress value={part} aria-label={state} size="sm" />
      <RecoupmentSteps contract={contract} recoupment={recoupment} />
    </Stack>
  );
}

const { columns: titles } = costsWords;
const columns: readonly Column<ContractCost>[] = [
  {
    id: "cost",
    title: titles.cost,
    // On a phone, how far it is stands below.
    cell: ({ kind, description, created_at, status, outstanding_amount, currency }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate title={description}>
          {description}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {costsWords.about(costsWords.kinds[kind], showDay(created_at))}
        </Text>
        <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
          {status === "open" ? costsWords.outstanding(showMoney(outstanding_amount, currency)) : showWord(status)}
        </Text>
      </Stack>
    ),
  },
  { id: "amount", title: titles.amount, cell: amount("amount"), isNumber: true, width: 120 },
  {
    id: "recouped",
    title: titles.recouped,
    cell: amount("recouped_amount"),
    isNumber: true,
    width: 120,
    isExtra: true,
  },
  {
    id: "outstanding",
    title: titles.outstanding,
    cell: amount("outstanding_amount"),
    isNumber: true,
    width: 120,
    isExtra: true,
  },
  {
    id: "status",
    title: titles.status,
    cell: ({ status }) => <Status value={status} />,
    width: 120,
    isExtra: true,
  },
];

function amount(name: "amount" | "recouped_amount" | "outstanding_amount") {
  return (cost: ContractCost) => <Money amount={cost[name]} currency={cost.currency} />;
}

const actColumn: Column<ContractCost> = {
  id: "act",
  title: "",
  cell: (cost) => <CancelButton cost={cost} />,
  width: 96,
};

function CancelButton({ cost: { id, contract_id, status, description } }: { cost: ContractCost }) {
  if (!canStart(contractCostMoves.cancel, status)) return null;
  return (
    <ConfirmButton
      size="compact-sm"
      label={costsWords.cancel}
      about={description}
      title={costsWords.cancelQuestion(description)}
      action={costsWords.cancelAction}
      act={() => segue.contracts.costs.cancel(contract_id, id)}
      done={costsWords.cancelled}
    >
      {costsWords.cancelHint}
    </ConfirmButton>
  );
}

const kinds = Object.entries(costsWords.kinds).map(([value, label]) => ({ value, label }));

function AddButton({ contract_id, currency }: { contract_id: string; currency: string }) {
  const [isOpen, modal] = useDisclosure();
  const words = costsWords.form;
  const form = useForm<NewContractCost>({ initialValues: { kind: "advance", amount: "", currency, description: "" } });
  const adding = useAct((body: NewContractCost) => segue.contracts.costs.create(contract_id, body), {
    done: words.done,
    isQuiet: true,
    onDone: () => {
      modal.close();
      form.reset();
    },
  });
  const close = () => {
    adding.reset();
    modal.close();
  };
  const submit = form.onSubmit(({ kind, amount, currency, description }) =>
    adding.mutate(
      { kind, amount: amount.trim(), currency: currency.trim().toUpperCase(), description: description.trim() },
      { onError: (error) => form.setErrors(fieldErrors(error)) },
    ),
  );
  return (
    <>
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={modal.open}
      >
        {costsWords.add}
      </Button>
      <ActModal
        title={words.title}
        isOpen={isOpen}
        close={close}
        action={words.send}
        isBusy={adding.isPending}
        error={adding.error}
        onSubmit={submit}
      >
        <Text size="sm">{words.hint}</Text>
        <NativeSelect label={words.kind} data={kinds} {...form.getInputProps("kind")} />
        <SimpleGrid cols={2} spacing="sm">
          <TextInput
            label={words.amount}
            inputMode="decimal"
            required
            data-autofocus
            {...form.getInputProps("amount")}
          />
          <TextInput label={words.currency} maxLength={3} required {...form.getInputProps("currency")} />
        </SimpleGrid>
        <Textarea label={words.description} required maxLength={500} autosize {...form.getInputProps("description")} />
      </ActModal>
    </>
  );
}
