// What has changed in the API, as the operator publishes it.

import { Button, Card, Stack, Text, Title } from "@mantine/core";
import { segue } from "../api.ts";
import { useList } from "../data.ts";
import { showDate } from "../format.ts";
import { Markdown } from "../markdown.tsx";
import { PageHead } from "../page-head.tsx";
import { Empty, Failed, Loading } from "../states.tsx";

export default function Changelog() {
  const list = useList(["changelog.list"], (page) => segue.changelog.list(page));
  return (
    <>
      <PageHead
        title="Changelog"
        about="What has changed in the API. Enterprise organizations get each entry as an event too."
        back={{ to: "/developers", label: "Developers" }}
      />
      {!list.rows && (list.error ? <Failed error={list.error} retry={list.retry} /> : <Loading />)}
      {list.rows?.length === 0 && <Empty title="Nothing has changed yet" />}
      <Stack>
        {list.rows?.map(({ id, date, title, body }) => (
          <Card withBorder component="article" key={id}>
            <Text size="xs" c="dimmed">
              <time dateTime={date}>{showDate(date)}</time>
            </Text>
            <Title order={2} size="h4" mb="xs">
              {title}
            </Title>
            <Markdown text={body} />
          </Card>
        ))}
        {list.hasMore && (
          <Button variant="default" mx="auto" loading={list.isLoadingMore} onClick={list.loadMore}>
            Show older changes
          </Button>
        )}
      </Stack>
    </>
  );
}
