// What the operator does with a payout. Each move says what it will do before it is made.

import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type AnyPayout, type PayoutHoldCode, payoutMoves } from "@segue/sdk";
import { useState } from "react";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct } from "../../../data/data.ts";
import { canStart } from "../../../data/moves.ts";
import { Refused } from "../../../forms/refused.tsx";
import { showExactMoney, showWord } from "../../../values/format.ts";
import { payoutMoveWords } from "./words.ts";

/** Only its partner cancels a payout. */
type MoveName = Exclude<keyof typeof payoutMoves, "cancel">;

const words = payoutMoveWords;
const moveNames = Object.keys(words.names) as MoveName[];

function whatHappens(move: MoveName, payout: AnyPayout): string {
  const amount = showExactMoney(payout.amount, payout.currency);
  const { pay, fail, failAfterPaid, ...others } = words.effects;
  if (move === "pay") return pay(amount);
  if (move === "fail") return payout.status === "paid" ? failAfterPaid(amount) : fail(amount);
  return others[move];
}

type Fields = { reference: string; reason: string; code: PayoutHoldCode; required_actions: string };

function send(move: MoveName, id: string, fields: Fields): Promise<AnyPayout> {
  const { payouts } = segue.operator;
  const { reference, reason, code, required_actions } = fields;
  if (move === "pay") return payouts.pay(id, { reference: reference.trim() || undefined });
  if (move === "process") return payouts.process(id);
  if (move === "release") return payouts.release(id);
  if (move === "fail") return payouts.fail(id, { reason });
  const actions = required_actions.split("\n").map((line) => line.trim());
  return payouts.hold(id, { code, reason, required_actions: actions.filter(Boolean) });
}

export function PayoutMoves({ payout, onMoved }: { payout: AnyPayout; onMoved: (moved: AnyPayout) => void }) {
  const moves = moveNames.filter((name) => canStart(payoutMoves[name], payout.status));
  const [wanted, setWanted] = useState("");
  const move = moves.find((known) => known === wanted) ?? moves[0];
  const form = useForm<Fields>({
    initialValues: { reference: "", reason: "", code: "identity_verification", required_actions: "" },
  });
  const moving = useAct((fields: Fields) => send(move ?? "pay", payout.id, fields), {
    done: (moved) => words.done(showWord(moved.status)),
    isQuiet: true,
    onDone: (moved) => {
      form.reset();
      onMoved(moved);
    },
  });
  if (!move) return <Text size="sm">{words.ended}</Text>;
  const submit = form.onSubmit((fields) =>
    moving.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  const choose = (name: string) => {
    moving.reset();
    setWanted(name);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Refused error={moving.error} />
        <NativeSelect
          label={words.label}
          data={moves.map((value) => ({ value, label: words.names[value] }))}
          value={move}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Text size="sm">{whatHappens(move, payout)}</Text>
        {move === "pay" && (
          <TextInput
            label={words.reference}
            description={words.referenceHint}
            maxLength={200}
            {...form.getInputProps("reference")}
          />
        )}
        {move === "hold" && (
          <NativeSelect
            label={words.code}
            data={Object.entries(words.codes).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps("code")}
          />
        )}
        {(move === "hold" || move === "fail") && (
          <TextInput
            label={words.reason}
            description={words.reasonHint}
            required
            maxLength={500}
            {...form.getInputProps("reason")}
          />
        )}
        {move === "hold" && (
          <Textarea
            label={words.requiredActions}
            description={words.requiredActionsHint}
            autosize
            minRows={2}
            {...form.getInputProps("required_actions")}
          />
        )}
        <Button type="submit" loading={moving.isPending} {...(move === "fail" && { color: "red" })}>
          {words.names[move]}
        </Button>
      </Stack>
    </form>
  );
}
