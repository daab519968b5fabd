// In the sandbox the operator's moves are made by hand, so that an integration can be tried with each of them.

import { Button, Card, Group, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { type Payout, type PayoutStatus, payoutMoves, type SimulatedPayoutMove } from "@segue/sdk";
import { type FormEvent, useState } from "react";
import { segue } from "../../data/api.ts";
import { useAct } from "../../data/data.ts";
import { canStart } from "../../data/moves.ts";
import { Refused } from "../../forms/refused.tsx";
import { showWord } from "../../values/format.ts";
import { payoutSimulationWords } from "./words.ts";

/** Where the operator can move it. Only its partner cancels it. */
function targetsFrom(status: PayoutStatus): SimulatedPayoutMove["status"][] {
  const { cancel: _partners, ...moves } = payoutMoves;
  return Object.values(moves).flatMap((move) => (canStart(move, status) ? [move.to] : []));
}

export function PayoutSimulation({ payout: { id, status } }: { payout: Payout }) {
  const [wanted, setWanted] = useState<string>("");
  const [reason, setReason] = useState("");
  const [action, setAction] = useState("");
  const simulate = useAct((move: SimulatedPayoutMove) => segue.sandbox.payouts.simulate(id, move), {
    done: (moved) => payoutSimulationWords.done(showWord(moved.status)),
    isQuiet: true,
  });
  const targets = targetsFrom(status);
  const target = targets.find((known) => known === wanted) ?? targets[0];
  if (!target) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    simulate.mutate({
      status: target,
      reason: target === "on_hold" || target === "failed" ? reason.trim() || undefined : undefined,
      required_actions: target === "on_hold" && action.trim() ? [action.trim()] : undefined,
    });
  };
  return (
    <Card withBorder component="form" onSubmit={submit} aria-label={payoutSimulationWords.label}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {payoutSimulationWords.title}
        </Title>
        <Text size="sm" c="dimmed">
          {payoutSimulationWords.hint}
        </Text>
        <Refused error={simulate.error} />
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={payoutSimulationWords.moveTo}
            data={targets.map((value) => ({ value, label: showWord(value) }))}
            value={target}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
          {(target === "on_hold" || target === "failed") && (
            <TextInput
              label={payoutSimulationWords.reason}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          {target === "on_hold" && (
            <TextInput
              label={payoutSimulationWords.whatToDo}
              value={action}
              onChange={(event) => setAction(event.currentTarget.value)}
            />
          )}
          <Button type="submit" variant="default" loading={simulate.isPending}>
            {payoutSimulationWords.send}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
