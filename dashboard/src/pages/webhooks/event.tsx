// One event: what was sent, to whom, and what each endpoint answered.

import { Anchor, Button, Code, Group, Stack, Text } from "@mantine/core";
import type { Attempt, Dispatch, Event } from "@segue/sdk";
import { Id } from "../../components/id.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Section } from "../../components/section.tsx";
import { Empty, Failed, LoadingPage, Ready } from "../../components/states.tsx";
import { Status, toneOf } from "../../components/status.tsx";
import { StatusLine } from "../../components/status-line.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { type ListOf, useAct, useList, useRead } from "../../data/data.ts";
import { Link, type PageProps } from "../../router.tsx";
import { showMoment, showWord } from "../../values/format.ts";
import { AttemptRow } from "./attempt-row.tsx";
import classes from "./event.module.css";
import { reachOf } from "./event-columns.tsx";
import { showJson } from "./json.ts";
import { eventsWords, eventWords } from "./words.ts";

type UrlOf = (webhook_id: string) => string;

/** All is asked at once and shown at once: a part that came later would move those below it. */
export default function EventPage({ params: { event_id = "" } }: PageProps) {
  const event = useRead(["events.get", event_id], () => segue.events.get(event_id), { isLive: true });
  const attempts = useList(["events.attempts", event_id], (page) => segue.events.attempts(event_id, page), {
    isLive: true,
  });
  const endpoints = useRead(["webhooks.list", "urls"], () => segue.webhooks.list({ limit: 100 }), { isSteady: true });
  // A deleted endpoint is known by its id alone.
  const urlOf: UrlOf = (webhook_id) => endpoints.data?.data.find(({ id }) => id === webhook_id)?.url ?? webhook_id;
  const isWaiting = endpoints.isPending || (!attempts.rows && !attempts.error);
  return (
    <Ready of={event} isPage>
      {(shown) => (isWaiting ? <LoadingPage /> : <ShownEvent event={shown} attempts={attempts} urlOf={urlOf} />)}
    </Ready>
  );
}

type ShownEventProps = { event: Event; attempts: ListOf<Attempt>; urlOf: UrlOf };

function ShownEvent({ event, attempts, urlOf }: ShownEventProps) {
  const { id, event_type, status, created_at, data, dispatches } = event;
  return (
    <>
      <PageHead
        title={event_type}
        back={{ to: "/events", label: eventsWords.title }}
        about={
          <Group gap="xs">
            <Status value={status} />
            {dispatches.length > 0 && <Text inherit>{reachOf(dispatches)}</Text>}
            <Text inherit>{showMoment(created_at)}</Text>
            <Id value={id} />
          </Group>
        }
      />
      <Stack gap="lg">
        <Section title={eventWords.endpoints}>
          {dispatches.length === 0 ? (
            <NoEndpoint />
          ) : (
            <div className={classes.rows}>
              {dispatches.map((dispatch) => (
                <DispatchRow
                  key={dispatch.webhook_id}
                  event_id={id}
                  dispatch={dispatch}
                  url={urlOf(dispatch.webhook_id)}
                />
              ))}
            </div>
          )}
        </Section>
        {dispatches.length > 0 && <Attempts list={attempts} urlOf={urlOf} />}
        <Section title={eventWords.payload} about={eventWords.payloadHint}>
          <Code block tabIndex={0} aria-label={eventWords.payload} mah={480} className={classes.payload}>
            {showJson({ id, event_type, created_at, data })}
          </Code>
        </Section>
      </Stack>
    </>
  );
}

function NoEndpoint() {
  const toEndpoints = (
    <Anchor component={Link} to="/webhooks" size="sm">
      {eventWords.seeEndpoints}
    </Anchor>
  );
  return (
    <Empty title={eventWords.none} action={toEndpoints}>
      {eventWords.noneHint}
    </Empty>
  );
}

type DispatchRowProps = { event_id: string; dispatch: Dispatch; url: string };

function DispatchRow({ event_id, dispatch, url }: DispatchRowProps) {
  const { webhook_id, status, attempts, next_attempt_at } = dispatch;
  const send = useAct(() => segue.events.redeliver(event_id, { webhook_id }), {
    done: ({ count }) => eventWords.redelivered(count),
  });
  const isUntried = status === "undelivered" && attempts === 0;
  const shown = isUntried ? "not_tried" : status;
  return (
    <div className={classes.row}>
      <div className={classes.endpoint}>
        <Anchor component={Link} to={`/webhooks/${webhook_id}`} size="sm" fw={500}>
          {url}
        </Anchor>
        <Text size="xs" c="dimmed">
          {eventWords.tries(attempts)}
          {next_attempt_at && status === "pending" && (
            <>
              {" · "}
              {eventWords.next} <When at={next_attempt_at} />
            </>
          )}
        </Text>
        {isUntried && (
          <Text size="sm" c="dimmed">
            {eventWords.untried}
          </Text>
        )}
      </div>
      <StatusLine size="sm" tone={toneOf(shown)} parts={[showWord(shown)]} />
      {status !== "delivered" && (
        <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate(undefined)}>
          {eventWords.redeliver}
        </Button>
      )}
    </div>
  );
}

function Attempts({ list, urlOf }: { list: ListOf<Attempt>; urlOf: UrlOf }) {
  return (
    <Section title={eventWords.attempts} about={eventWords.attemptsHint}>
      {!list.rows && list.error && <Failed error={list.error} retry={list.retry} />}
      {list.rows?.length === 0 && <Empty title={eventWords.noAttempts} />}
      {list.rows?.map((attempt) => (
        <AttemptRow key={attempt.id} attempt={attempt} url={urlOf(attempt.webhook_id)} />
      ))}
      {list.hasMore && (
        <Button mt="sm" variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          {eventWords.showEarlier}
        </Button>
      )}
    </Section>
  );
}
