// What changes in the API, and the form that publishes an entry.

import { Button, Card, Modal, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { ChangelogEntry, NewChangelogEntry } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { segue } from "../api.ts";
import { fieldErrors, useAct, useList } from "../data.ts";
import { showDate } from "../format.ts";
import { PageHead } from "../page-head.tsx";
import { Refused } from "../refused.tsx";
import { Empty, Failed, Loading } from "../states.tsx";

export default function OperatorChangelog() {
  const [isOpen, modal] = useDisclosure();
  const list = useList(["changelog.list"], (page) => segue.changelog.list(page));
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
      {list.rows === undefined ? (
        list.error ? (
          <Failed error={list.error} retry={list.retry} />
        ) : (
          <Loading />
        )
      ) : list.rows.length === 0 ? (
        <Empty title="Nothing has been published" action={publish}>
          Tell partners about a change before it comes. Enterprise organizations get it as an event too.
        </Empty>
      ) : (
        <Stack>
          {list.rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
          {list.hasMore && (
            <Button variant="default" onClick={list.loadMore} loading={list.isLoadingMore} mx="auto">
              Show older changes
            </Button>
          )}
        </Stack>
      )}
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title="Publish a change"
        size="lg"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <PublishForm onDone={modal.close} />
      </Modal>
    </>
  );
}

function Entry({ entry }: { entry: ChangelogEntry }) {
  return (
    <Card withBorder component="article">
      <Text size="xs" c="dimmed">
        {showDate(entry.date)}
      </Text>
      <Title order={2} size="h4">
        {entry.title}
      </Title>
      <Text size="sm" mt="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {entry.body}
      </Text>
    </Card>
  );
}

function PublishForm({ onDone }: { onDone: () => void }) {
  const form = useForm<NewChangelogEntry>({
    initialValues: { date: new Date().toISOString().slice(0, 10), title: "", body: "" },
  });
  const publish = useAct((entry: NewChangelogEntry) => segue.operator.changelog.create(entry), {
    done: "The change is published.",
    isQuiet: true,
    onDone,
  });
  const submit = form.onSubmit((entry) =>
    publish.mutate(entry, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refused error={publish.error} />
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
        <Button type="submit" loading={publish.isPending}>
          Publish
        </Button>
      </Stack>
    </form>
  );
}
