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

export default function OperatorChangelog() {
  const [isOpen, modal] = useDisclosure();
  const publish = (
    <Button onClick={modal.open} leftSection={<IconPlus size={16} aria-hidden />}>
      Publish a change
    </Button>
  );
  return (
    <>
      <PageHead title="Changelog" about="What partners read about changes of the API.">
        {publish}
      </PageHead>
      <ChangelogEntries
        empty={
          <Empty title="Nothing has been published" action={publish}>
            Tell partners about a change before it comes. Enterprise organizations get it as an event too.
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
    done: "The change is published.",
    isQuiet: true,
    onDone: close,
  });
  const submit = form.onSubmit((entry) =>
    publish.mutate(entry, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <ActModal
      title="Publish a change"
      isOpen
      close={close}
      action="Publish"
      isBusy={publish.isPending}
      error={publish.error}
      onSubmit={submit}
    >
      <TextInput type="date" label="Day of the change" required {...form.getInputProps("date")} />
      <TextInput label="Title" required maxLength={200} data-autofocus {...form.getInputProps("title")} />
      <Textarea
        label="What changes"
        description="Markdown. Say what a partner must do, and by when."
        required
        autosize
        minRows={5}
        maxRows={16}
        {...form.getInputProps("body")}
      />
      <Text size="sm" c="dimmed">
        It is public at once and cannot be changed. Every active enterprise organization gets the event
        api.changelog.published.
      </Text>
    </ActModal>
  );
}
