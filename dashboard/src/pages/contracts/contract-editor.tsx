// A contract is written or changed: on the left its form, beside it what becomes of 100 as one types.

import { Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Contract } from "@segue/sdk";
import { PageHead } from "../../components/page-head.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct, useRead } from "../../data/data.ts";
import { FormPart } from "../../forms/form-part.tsx";
import { Refused } from "../../forms/refused.tsx";
import { navigate, type PageProps, useFilter } from "../../router.tsx";
import classes from "./contract-editor.module.css";
import { bodyOf, type ContractValues, changesOf, formErrors, newContract, valuesOf } from "./contract-values.ts";
import { DraftPreview } from "./draft-preview.tsx";
import { ShareFields } from "./share-fields.tsx";
import { SubjectFields } from "./subject-fields.tsx";
import { TermFields } from "./term-fields.tsx";
import { contractsWords, editorWords } from "./words.ts";

export default function ContractEditor({ params: { contract_id = "" } }: PageProps) {
  const [payee_id] = useFilter("payee_id");
  const contract = useRead(["contracts.get", contract_id], () => segue.contracts.get(contract_id), {
    isEnabled: contract_id !== "",
  });
  if (contract_id === "") return <Editor initial={newContract(payee_id)} />;
  return (
    <Ready of={contract} isPage>
      {(found) => <Editor contract={found} initial={valuesOf(found)} />}
    </Ready>
  );
}

type EditorProps = { contract?: Contract; initial: ContractValues };

function Editor({ contract, initial }: EditorProps) {
  const form = useForm<ContractValues>({ initialValues: initial });
  const save = (values: ContractValues) =>
    contract ? segue.contracts.update(contract.id, changesOf(initial, values)) : segue.contracts.create(bodyOf(values));
  const saving = useAct(save, {
    done: contract ? editorWords.saved : editorWords.created,
    isQuiet: true,
    onDone: ({ id }) => navigate(`/contracts/${id}`, { replaces: contract === undefined }),
  });
  const submit = form.onSubmit((values) =>
    saving.mutate(values, { onError: (error) => form.setErrors(formErrors(fieldErrors(error), values)) }),
  );
  const isVersioned = contract !== undefined && contract.status !== "draft";
  return (
    <>
      <PageHead
        title={contract ? editorWords.editTitle(contract.name) : editorWords.newTitle}
        back={
          contract
            ? { to: `/contracts/${contract.id}`, label: editorWords.back }
            : { to: "/contracts", label: contractsWords.title }
        }
      />
      <div className={classes.editor}>
        <form onSubmit={submit} noValidate className={classes.form}>
          <Stack>
            <Refused error={saving.error} />
            <TextInput label={editorWords.name} required maxLength={200} {...form.getInputProps("name")} />
            <SubjectFields form={form} />
            <Months form={form} />
            <TermFields form={form} />
            <ShareFields form={form} />
            <Group gap="sm">
              <Button
                type="submit"
                loading={saving.isPending}
                disabled={!form.values.name.trim() || (contract !== undefined && !form.isDirty())}
              >
                {isVersioned
                  ? editorWords.saveVersion(contract.version + 1)
                  : contract
                    ? editorWords.save
                    : editorWords.create}
              </Button>
              {isVersioned && (
                <Text size="sm" c="dimmed">
                  {editorWords.versionHint}
                </Text>
              )}
            </Group>
          </Stack>
        </form>
        <aside className={classes.aside}>
          <DraftPreview values={form.values} contract={contract} />
        </aside>
      </div>
    </>
  );
}

function Months({ form }: { form: ReturnType<typeof useForm<ContractValues>> }) {
  return (
    <FormPart title={editorWords.months}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput type="month" label={editorWords.from} {...form.getInputProps("starts_on")} />
        <TextInput type="month" label={editorWords.to} {...form.getInputProps("ends_on")} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {editorWords.monthsHint}
      </Text>
    </FormPart>
  );
}
