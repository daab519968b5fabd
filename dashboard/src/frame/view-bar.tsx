// Staff that views an organization is told so on every page, and until when.

import { Alert, Button, Group, Text } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useEffect } from "react";
import { readSession, switchSeat } from "../data/api.ts";
import { useAct } from "../data/data.ts";
import { enterSession } from "../data/session.ts";
import { navigate } from "../router.tsx";
import { showHour } from "../values/format.ts";
import { shellWords } from "./words.ts";

const words = shellWords.view;

export function ViewBar({ organization, until }: { organization: string; until: string }) {
  const end = useAct(switchSeat, { onDone: leaveView });
  const { mutate: look } = useAct(readSession, { isQuiet: true, onDone: leaveView });
  useEffect(() => {
    // The service's clock may be a little behind.
    const timer = setTimeout(() => look(undefined), Math.max(new Date(until).getTime() - Date.now(), 0) + 1_000);
    return () => clearTimeout(timer);
  }, [until, look]);
  return (
    <Alert color="orange" icon={<IconEye aria-hidden />} mb="lg" role="note" data-screen-only>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{words.text(organization, showHour(until))}</Text>
        <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate({ operator: true })}>
          {words.end}
        </Button>
      </Group>
    </Alert>
  );
}

function leaveView(state: Awaited<ReturnType<typeof readSession>>): void {
  enterSession(state);
  navigate("/");
}
