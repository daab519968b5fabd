import { Button, Group, Select } from "@mantine/core";
import type { NewSandboxEvent } from "@segue/sdk";
import { useState } from "react";
import { segue } from "../../data/api.ts";
import { useAct } from "../../data/data.ts";
import { navigate } from "../../router.tsx";
import { useEventTypes } from "./webhook-form.tsx";
import { testEventWords } from "./words.ts";

type EventName = NewSandboxEvent["event_type"];

/** In the sandbox: an example of a type is sent to every endpoint that wants it. */
export function TestEvent() {
  const [chosen, setChosen] = useState<EventName>("delivery.completed");
  const types = useEventTypes().map(({ event_type }) => event_type);
  const send = useAct(segue.sandbox.events.create, {
    done: testEventWords.done,
    onDone: ({ id }) => navigate(`/events/${id}`),
  });
  return (
    <Group gap="xs">
      <Select
        aria-label={testEventWords.type}
        data={types.length > 0 ? types : [chosen]}
        value={chosen}
        onChange={(value) => setChosen(types.find((type) => type === value) ?? chosen)}
        allowDeselect={false}
        w={230}
        miw={0}
      />
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate({ event_type: chosen })}>
        {testEventWords.send}
      </Button>
    </Group>
  );
}
