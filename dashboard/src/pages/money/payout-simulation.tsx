// In the sandbox the operator's moves are made by hand, so that an integration can be tried with each of them.

import { Button, Card, Group, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { type Payout, type PayoutStatus, payoutMoves, type SimulatedPayoutMove } from "@segue/sdk";
import { type FormEvent, useState } from "react";
import { segue } from "../../data/api.ts";
import { useAct } from "../../data/data.ts";
import { canStart } from "../../data/moves.ts";
import { Refused } from "../../forms/refused.tsx";
import { showWord } from "../../values/format.ts";

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
    done: (moved) => `The payout is now ${showWord(moved.status).toLowerCase()}.`,
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
    <Card withBorder component="form" onSubmit={submit} aria-label="Simulate what the operator does">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Sandbox: simulate what the operator does
        </Title>
        <Text size="sm" c="dimmed">
          Your webhooks hear of it as they would in production.
        </Text>
        <Refused error={simulate.error} />
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label="Move it to"
            data={targets.map((value) => ({ value, label: showWord(value) }))}
            value={target}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
          {(target === "on_hold" || target === "failed") && (
            <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
          )}
          {target === "on_hold" && (
            <TextInput label="What to do" value={action} onChange={(event) => setAction(event.currentTarget.value)} />
          )}
          <Button type="submit" variant="default" loading={simulate.isPending}>
            Simulate
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
