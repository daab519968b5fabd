// The acts on a contract: activate a draft or delete it, end one that is active.

import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { type Contract, contractMoves } from "@segue/sdk";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct } from "../../data/data.ts";
import { canStart } from "../../data/moves.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { navigate } from "../../router.tsx";
import { thisMonth } from "../../values/months.ts";
import { contractWords } from "./words.ts";

export function ContractActs({ contract }: { contract: Contract }) {
  const { id, name, status } = contract;
  return (
    <>
      {status === "draft" && (
        <ConfirmButton
          label={contractWords.delete}
          title={contractWords.deleteQuestion(name)}
          act={() => segue.contracts.delete(id)}
          done={contractWords.deleted(name)}
          onDone={() => navigate("/contracts", { replaces: true })}
        >
          {contractWords.deleteHint}
        </ConfirmButton>
      )}
      {canStart(contractMoves.activate, status) && (
        <ConfirmButton
          variant="filled"
          label={contractWords.activate}
          title={contractWords.activateQuestion(name)}
          act={() => segue.contracts.activate(id)}
          done={contractWords.activated}
          isHarmless
        >
          {contractWords.activateHint}
        </ConfirmButton>
      )}
      {canStart(contractMoves.end, status) && <EndButton contract={contract} />}
    </>
  );
}

function EndButton({ contract: { id, name, ends_on } }: { contract: Contract }) {
  const [isOpen, modal] = useDisclosure();
  const form = useForm({ initialValues: { ends_on: ends_on ?? thisMonth() } });
  const ending = useAct((body: { ends_on: string }) => segue.contracts.end(id, body), {
    done: contractWords.ended,
    isQuiet: true,
    onDone: modal.close,
  });
  const close = () => {
    ending.reset();
    modal.close();
  };
  const submit = form.onSubmit((values) =>
    ending.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        {contractWords.end}
      </Button>
      <ActModal
        title={contractWords.endTitle(name)}
        isOpen={isOpen}
        close={close}
        action={contractWords.endSend}
        isBusy={ending.isPending}
        error={ending.error}
        onSubmit={submit}
      >
        <Text size="sm">{contractWords.endHint}</Text>
        <TextInput
          type="month"
          label={contractWords.endMonth}
          required
          data-autofocus
          {...form.getInputProps("ends_on")}
        />
      </ActModal>
    </>
  );
}
