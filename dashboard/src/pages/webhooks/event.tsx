// One event: what was sent, to whom, and what each endpoint answered.

import { Anchor, Button, Card, Code, Group, Stack, Text } from "@mantine/core";
import type { Dispatch, Event } from "@segue/sdk";
import { Id } from "../../components/id.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Section } from "../../components/section.tsx";
import { Empty, Failed, Loading, Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useAct, useList, useRead } from "../../data/data.ts";
import { Link, type PageProps } from "../../router.tsx";
import { showMoment } from "../../values/format.ts";
import { AttemptCard } from "./attempt-card.tsx";
import { reachOf } from "./event-columns.tsx";
import { showJson } from "./json.ts";

export default function EventPage({ params: { event_id = "" } }: PageProps) {
  const event = useRead(["events.get", event_id], () => segue.events.get(event_id), { isLive: true });
  return <Ready of={event}>{(shown) => <ShownEvent event={shown} />}</Ready>;
}

function ShownEvent({ event }: { event: Event }) {
  const { id, event_type, status, created_at, data, dispatches } = event;
  const urlOf = useEndpointUrls();
  return (
    <>
      <PageHead
        title={event_type}
        back={{ to: "/events", label: "Events" }}
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
        <Section title="Endpoints">
          {dispatches.length === 0 ? (
            <Empty
              title="No endpoint subscribed"
              action={
                <Anchor component={Link} to="/webhooks" size="sm">
                  See your endpoints
                </Anchor>
              }
            >
              An endpoint gets the types that it is subscribed to, from the moment it is added.
            </Empty>
          ) : (
            <Stack gap="xs">
              {dispatches.map((dispatch) => (
                <DispatchCard
                  key={dispatch.webhook_id}
                  event_id={id}
                  dispatch={dispatch}
                  url={urlOf(dispatch.webhook_id)}
                />
              ))}
            </Stack>
          )}
        </Section>
        {dispatches.length > 0 && <Attempts event_id={id} urlOf={urlOf} />}
        <Section title="Payload" about="As it is sent, but for spaces.">
          <Code
            block
            tabIndex={0}
            aria-label="Payload"
            mah={480}
            style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
          >
            {showJson({ id, event_type, created_at, data })}
          </Code>
        </Section>
      </Stack>
    </>
  );
}

/** Endpoints by id; a deleted one is known by its id alone. */
function useEndpointUrls(): (webhook_id: string) => string {
  const { data } = useRead(["webhooks.list", "urls"], () => segue.webhooks.list({ limit: 100 }), {
    isSteady: true,
  });
  return (webhook_id) => data?.data.find(({ id }) => id === webhook_id)?.url ?? webhook_id;
}

type DispatchCardProps = { event_id: string; dispatch: Dispatch; url: string };

function DispatchCard({ event_id, dispatch, url }: DispatchCardProps) {
  const { webhook_id, status, attempts, next_attempt_at } = dispatch;
  const send = useAct(() => segue.events.redeliver(event_id, { webhook_id }), {
    done: ({ count }) => (count > 0 ? "The event is sent again" : "There was nothing to send again"),
  });
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 200px">
          <Anchor
            component={Link}
            to={`/webhooks/${webhook_id}`}
            size="sm"
            fw={600}
            style={{ overflowWrap: "anywhere" }}
          >
            {url}
          </Anchor>
          <Text size="xs" c="dimmed">
            {attempts === 0 ? "Not tried" : attempts === 1 ? "1 attempt" : `${attempts} attempts`}
            {next_attempt_at && status === "pending" && ` · next ${showMoment(next_attempt_at)}`}
          </Text>
        </Stack>
        <Group gap="xs">
          <Status value={status === "undelivered" && attempts === 0 ? "not_tried" : status} />
          {status !== "delivered" && (
            <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate(undefined)}>
              Redeliver
            </Button>
          )}
        </Group>
      </Group>
      {status === "undelivered" && attempts === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          The endpoint was not verified when this happened, so nothing was sent. Ping it, then redeliver.
        </Text>
      )}
    </Card>
  );
}

function Attempts({ event_id, urlOf }: { event_id: string; urlOf: (webhook_id: string) => string }) {
  const list = useList(["events.attempts", event_id], (page) => segue.events.attempts(event_id, page), {
    isLive: true,
  });
  return (
    <Section title="Attempts" about="The latest first, each with the answer of the endpoint.">
      {!list.rows && (list.error ? <Failed error={list.error} retry={list.retry} /> : <Loading />)}
      {list.rows?.length === 0 && <Empty title="No attempt yet" />}
      <Stack gap="xs">
        {list.rows?.map((attempt) => (
          <AttemptCard key={attempt.id} attempt={attempt} url={urlOf(attempt.webhook_id)} />
        ))}
      </Stack>
      {list.hasMore && (
        <Button mt="sm" variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          Show earlier attempts
        </Button>
      )}
    </Section>
  );
}
