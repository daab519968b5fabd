// What changes in the API, and the form that publishes an entry.

import { Button, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { NewChangelogEntry } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct } from "../../data/data.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { ChangelogEntries } from "../developers/changelog-entries.tsx";
import { announcementWords } from "./words.ts";

export default function OperatorChangelog() {
  const [isOpen, modal] = useDisclosure();
  const publish = (
    <Button onClick={modal.open} leftSection={<IconPlus size={16} aria-hidden />}>
      {announcementWords.publish}
    </Button>
  );
  return (
    <>
      <PageHead title={announcementWords.title} about={announcementWords.about}>
        {publish}
      </PageHead>
      <ChangelogEntries
        empty={
          <Empty title={announcementWords.none} action={publish}>
            {announcementWords.noneHint}
          </Empty>
        }
      />
      {isOpen && <PublishForm close={modal.close} />}
    </>
  );
}

function PublishForm({ close }: { close: () => void }) {
  const form = useForm<NewChangelogEntry>({
    initialValues: { date: new Date().toISOString().slice(0, 10), title: "", body: "" },
  });
  const publish = useAct((entry: NewChangelogEntry) => segue.operator.changelog.create(entry), {
    done: announcementWords.done,
    isQuiet: true,
    onDone: close,
  });
  const submit = form.onSubmit((entry) =>
    publish.mutate(entry, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <ActModal
      title={announcementWords.publish}
      isOpen
      close={close}
      action={announcementWords.send}
      isBusy={publish.isPending}
      error={publish.error}
      onSubmit={submit}
    >
      <TextInput type="date" label={announcementWords.date} required {...form.getInputProps("date")} />
      <TextInput
        label={announcementWords.name}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps("title")}
      />
      <Textarea
        label={announcementWords.body}
        description={announcementWords.bodyHint}
        required
        autosize
        minRows={5}
        maxRows={16}
        {...form.getInputProps("body")}
      />
      <Text size="sm" c="dimmed">
        {announcementWords.effect}
      </Text>
    </ActModal>
  );
}
