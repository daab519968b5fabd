import { Button, Card, Stack, Text, Title } from "@mantine/core";
import type { ChangelogEntry } from "@segue/sdk";
import type { ReactNode } from "react";
import { Failed, Loading } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { showDate } from "../../values/format.ts";
import { Markdown } from "./markdown.tsx";
import { changelogWords } from "./words.ts";

/** What has changed in the API, newest first. */
export function ChangelogEntries({ empty }: { empty: ReactNode }) {
  const list = useList(["changelog.list"], (page) => segue.changelog.list(page));
  if (!list.rows) return list.error ? <Failed error={list.error} retry={list.retry} /> : <Loading />;
  if (list.rows.length === 0) return empty;
  return (
    <Stack>
      {list.rows.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {list.hasMore && (
        <Button variant="default" mx="auto" loading={list.isLoadingMore} onClick={list.loadMore}>
          {changelogWords.showOlder}
        </Button>
      )}
    </Stack>
  );
}

function Entry({ entry: { date, title, body } }: { entry: ChangelogEntry }) {
  return (
    <Card withBorder component="article">
      <Text size="xs" c="dimmed">
        <time dateTime={date}>{showDate(date)}</time>
      </Text>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Markdown text={body} />
    </Card>
  );
}
