// In the sandbox: any store gives the answer that one chooses.

import { Autocomplete, Button, Group, Radio, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { DeliveryStore, SimulatedAnswer, StoreAnswerStatus } from "@segue/sdk";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct } from "../../data/data.ts";
import { answersFrom } from "../../data/moves.ts";
import { useRules } from "../../data/rules.ts";
import { useIsSandbox } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { showWord } from "../../values/format.ts";
import { simulationWords } from "./words.ts";

export function SimulateButton({ delivery_id, at }: { delivery_id: string; at: DeliveryStore }) {
  const [isOpen, modal] = useDisclosure();
  const isSandbox = useIsSandbox();
  const answers = answersFrom(at.status);
  if (!isSandbox || answers.length === 0) return null;
  return (
    <>
      <Button size="xs" variant="subtle" onClick={modal.open}>
        {simulationWords.open}
      </Button>
      {isOpen && <SimulateModal delivery_id={delivery_id} at={at} answers={answers} onClose={modal.close} />}
    </>
  );
}

type SimulateModalProps = {
  delivery_id: string;
  at: DeliveryStore;
  answers: readonly StoreAnswerStatus[];
  onClose: () => void;
};

function SimulateModal({ delivery_id, at, answers, onClose }: SimulateModalProps) {
  const rules = useRules();
  const nameOf = useStoreName();
  const form = useForm({
    initialValues: { status: answers[0] ?? "delivered", rejection_code: "", rejection_reason: "" },
  });
  const run = useAct((body: SimulatedAnswer) => segue.sandbox.deliveries.simulate(delivery_id, body), {
    isQuiet: true,
    done: simulationWords.done,
    onDone: onClose,
  });
  const { status, rejection_code, rejection_reason } = form.values;
  const isRefusal = status === "rejected" || status === "action_required";
  const submit = form.onSubmit(() =>
    run.mutate(
      {
        store_id: at.store_id,
        status,
        ...(isRefusal && rejection_code && { rejection_code }),
        ...(isRefusal && rejection_reason && { rejection_reason }),
      },
      { onError: (error) => form.setErrors(fieldErrors(error)) },
    ),
  );
  const chooseCode = (code: string) => {
    form.setFieldValue("rejection_code", code);
    const summary = rules.get(code)?.summary;
    if (summary && !rejection_reason) form.setFieldValue("rejection_reason", summary);
  };
  return (
    <ActModal
      title={simulationWords.title(nameOf(at.store_id))}
      isOpen
      close={onClose}
      action={simulationWords.send}
      isBusy={run.isPending}
      error={run.error}
      onSubmit={submit}
    >
      <Text size="sm" c="dimmed">
        {simulationWords.hint}
      </Text>
      <Radio.Group label={simulationWords.answer} {...form.getInputProps("status")}>
        <Group mt={4}>
          {answers.map((answer) => (
            <Radio key={answer} value={answer} label={showWord(answer)} />
          ))}
        </Group>
      </Radio.Group>
      {isRefusal && (
        <>
          <Autocomplete
            label={simulationWords.code}
            description={simulationWords.codeHint}
            data={[...rules.keys()]}
            limit={20}
            {...form.getInputProps("rejection_code")}
            onChange={chooseCode}
          />
          <TextInput label={simulationWords.reason} {...form.getInputProps("rejection_reason")} />
        </>
      )}
    </ActModal>
  );
}
