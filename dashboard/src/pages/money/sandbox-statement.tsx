// In the sandbox, statements are made by hand: sales of the organization's own tracks, as stores would report them.

import { Anchor, Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { NewSandboxStatement, Store, Track } from "@segue/sdk";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct, useRead } from "../../data/data.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { Link, navigate } from "../../router.tsx";
import { showMonth } from "../../values/format.ts";
import { addMonths, monthsBetween, thisMonth } from "../../values/months.ts";
import { sandboxStatementWords } from "./words.ts";

const MONTHS_BACK = 36;
const MOST_ROWS = 20;

type Choices = { tracks: readonly Track[]; stores: readonly Store[] };

async function readChoices(): Promise<Choices> {
  const [tracks, stores] = await Promise.all([segue.tracks.list({ limit: 100 }), segue.stores.list({ limit: 100 })]);
  return { tracks: tracks.data.filter(({ isrc }) => isrc !== null), stores: stores.data };
}

export function SandboxStatementButton() {
  const [isOpen, modal] = useDisclosure();
  const choices = useRead(["sandbox.statements.choices"], readChoices, { isEnabled: isOpen });
  const found = choices.data ?? (choices.error && { tracks: [], stores: [] });
  return (
    <>
      <Button
        variant="default"
        onClick={modal.open}
        loading={isOpen && !found}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {sandboxStatementWords.title}
      </Button>
      {isOpen && found && <StatementForm {...found} close={modal.close} failure={choices.error} />}
    </>
  );
}

type Row = NewSandboxStatement["rows"][number];

type StatementFormProps = Choices & { close: () => void; failure: Error | null };

function StatementForm({ tracks, stores, close, failure }: StatementFormProps) {
  const first = (): Row => ({
    isrc: tracks[0]?.isrc ?? "",
    store_id: stores[0]?.store_id ?? "",
    territory: "DE",
    play_count: 25_000,
    unit_rate: "0.0041",
    currency: "EUR",
  });
  const form = useForm<NewSandboxStatement>({
    initialValues: { period: addMonths(thisMonth(), -1), rows: [first()] },
  });
  const making = useAct((body: NewSandboxStatement) => segue.sandbox.statements.create(body), {
    done: ({ data }) => sandboxStatementWords.done(data.length),
    isQuiet: true,
    onDone: ({ data }) => {
      close();
      if (data.length === 1 && data[0]) navigate(`/statements/${data[0].id}`);
    },
  });
  const submit = form.onSubmit(({ period, rows }) => {
    const body = { period, rows: rows.map((row) => ({ ...row, play_count: Number(row.play_count) })) };
    making.mutate(body, { onError: (error) => form.setErrors(fieldErrors(error)) });
  });
  const { rows } = form.getValues();
  const months = monthsBetween(addMonths(thisMonth(), -MONTHS_BACK), thisMonth()).reverse();
  return (
    <ActModal
      title={sandboxStatementWords.title}
      isOpen
      close={close}
      action={sandboxStatementWords.send}
      isBusy={making.isPending}
      isBlocked={tracks.length === 0}
      error={making.error ?? failure}
      onSubmit={submit}
    >
      {tracks.length === 0 && !failure ? (
        <Text size="sm">
          {sandboxStatementWords.noIsrc}{" "}
          <Anchor component={Link} to="/releases" inherit underline="always">
            {sandboxStatementWords.openRelease}
          </Anchor>{" "}
          {sandboxStatementWords.afterOpenRelease}
        </Text>
      ) : (
        <Text size="sm">{sandboxStatementWords.hint}</Text>
      )}
      <NativeSelect
        label={sandboxStatementWords.month}
        data={months.map((value) => ({ value, label: showMonth(value) }))}
        {...form.getInputProps("period")}
      />
      {rows.map((_row, index) => (
        <SaleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and are only added and removed.
          key={index}
          {...{ form, index, tracks, stores, isOnly: rows.length === 1 }}
        />
      ))}
      {rows.length < MOST_ROWS && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem("rows", { ...first(), ...rows.at(-1) })}
        >
          {sandboxStatementWords.add}
        </Button>
      )}
    </ActModal>
  );
}

type SaleFieldsProps = {
  form: ReturnType<typeof useForm<NewSandboxStatement>>;
  index: number;
  tracks: readonly Track[];
  stores: readonly Store[];
  isOnly: boolean;
};

function SaleFields({ form, index, tracks, stores, isOnly }: SaleFieldsProps) {
  const of = (field: keyof Row) => form.getInputProps(`rows.${index}.${field}`);
  return (
    <Stack
      gap="xs"
      component="fieldset"
      m={0}
      p="sm"
      style={{ border: "1px solid var(--mantine-color-default-border)", borderRadius: 8, minWidth: 0 }}
    >
      <Text component="legend" size="sm" fw={600} px={4}>
        {sandboxStatementWords.sale(index + 1)}
      </Text>
      <NativeSelect
        label={sandboxStatementWords.track}
        data={tracks.map(({ title, isrc }) => ({ value: isrc ?? "", label: `${title} (${isrc})` }))}
        {...of("isrc")}
      />
      <Group grow align="flex-start" gap="xs">
        <NativeSelect
          label={sandboxStatementWords.store}
          data={stores.map(({ store_id, name }) => ({ value: store_id, label: name }))}
          {...of("store_id")}
        />
        <TextInput label={sandboxStatementWords.territory} maxLength={2} {...of("territory")} />
      </Group>
      <Group grow align="flex-start" gap="xs">
        <TextInput label={sandboxStatementWords.plays} inputMode="numeric" {...of("play_count")} />
        <TextInput label={sandboxStatementWords.rate} {...of("unit_rate")} />
        <TextInput label={sandboxStatementWords.currency} maxLength={3} {...of("currency")} />
      </Group>
      {!isOnly && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          w="fit-content"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => form.removeListItem("rows", index)}
          aria-label={sandboxStatementWords.removeSale(index + 1)}
        >
          {sandboxStatementWords.remove}
        </Button>
      )}
    </Stack>
  );
}
