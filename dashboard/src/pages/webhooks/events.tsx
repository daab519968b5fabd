// What has happened, and whether the partner's endpoints took it.

import { Group, Select } from "@mantine/core";
import { type Event, eventStatuses } from "@segue/sdk";
import { ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { useIsSandbox } from "../../data/session.ts";
import { useFilter } from "../../router.tsx";
import { showWord } from "../../values/format.ts";
import { eventColumns } from "./event-columns.tsx";
import { TestEvent } from "./test-event.tsx";
import { useEventTypes } from "./webhook-form.tsx";
import { eventsWords, webhooksWords } from "./words.ts";

export default function Events() {
  const [status, setStatus] = useFilter("status");
  const [type, setType] = useFilter("event_type");
  const isSandbox = useIsSandbox();
  const types = useEventTypes().map(({ event_type }) => event_type);
  const wanted = eventStatuses.find((known) => known === status);
  const list = useList(
    ["events.list", status, type],
    (page) =>
      segue.events.list({
        ...page,
        status: wanted,
        event_type: (type || undefined) as Event["event_type"] | undefined,
      }),
    { isLive: true },
  );
  return (
    <>
      <PageHead
        title={eventsWords.title}
        about={eventsWords.about}
        back={{ to: "/webhooks", label: webhooksWords.title }}
      />
      <Group mb="md" gap="sm">
        <Select
          aria-label={eventsWords.type}
          placeholder={eventsWords.everyType}
          data={type && !types.some((known) => known === type) ? [...types, type] : types}
          value={type || null}
          onChange={(value) => setType(value ?? "")}
          clearable
          searchable
          w={{ base: "100%", xs: 230 }}
        />
        <Select
          aria-label={eventsWords.status}
          placeholder={eventsWords.everyStatus}
          data={eventStatuses.map((value) => ({
            value,
            label: value === "none" ? eventsWords.noEndpoint : showWord(value),
          }))}
          value={wanted ?? null}
          onChange={(value) => setStatus(value ?? "")}
          clearable
          w={{ base: "100%", xs: 170 }}
        />
        {isSandbox && <TestEvent />}
      </Group>
      <ListTable
        label={eventsWords.title}
        list={list}
        columns={eventColumns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/events/${id}`}
        empty={
          status || type ? (
            <Empty title={eventsWords.noMatch}>{eventsWords.noMatchHint}</Empty>
          ) : (
            <Empty
              title={eventsWords.none}
              example={isSandbox ? "npx segue trigger delivery.completed" : "npx segue event types"}
            >
              {eventsWords.noneHint}
            </Empty>
          )
        }
      />
    </>
  );
}
