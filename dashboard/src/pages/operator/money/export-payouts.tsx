// The payouts that wait for the bank, as a file with whole payment details.

import { Button, NativeSelect, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct } from "../../../data/data.ts";
import { saveFile } from "../../../data/save-file.ts";
import { ActModal } from "../../../forms/act-modal.tsx";
import { showWord } from "../../../values/format.ts";
import { exportPayoutWords } from "./words.ts";

const words = exportPayoutWords;
const statuses = ["pending", "processing"] as const;

type Fields = { status: string; currency: string };

async function download({ status, currency }: Fields): Promise<void> {
  const answer = await segue.operator.payouts.export({
    status: statuses.find((known) => known === status),
    currency: currency.trim().toUpperCase() || undefined,
  });
  const day = new Date().toISOString().slice(0, 10);
  saveFile(
    `payouts-${[day, status, currency.trim().toUpperCase()].filter(Boolean).join("-")}.csv`,
    await answer.blob(),
  );
}

export function ExportPayoutsButton() {
  const [isOpen, modal] = useDisclosure();
  const form = useForm<Fields>({ initialValues: { status: "pending", currency: "" } });
  const exporting = useAct(download, { done: words.done, isQuiet: true, onDone: modal.close });
  const submit = form.onSubmit((fields) =>
    exporting.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={modal.open}>
        {words.open}
      </Button>
      <ActModal
        title={words.title}
        isOpen={isOpen}
        close={modal.close}
        action={words.send}
        isBusy={exporting.isPending}
        error={exporting.error}
        onSubmit={submit}
      >
        <Text size="sm">{words.hint}</Text>
        <NativeSelect
          label={words.status}
          data={[...statuses.map((value) => ({ value, label: showWord(value) })), { value: "", label: words.both }]}
          {...form.getInputProps("status")}
        />
        <TextInput
          label={words.currency}
          placeholder={words.everyCurrency}
          maxLength={3}
          {...form.getInputProps("currency")}
        />
      </ActModal>
    </>
  );
}
