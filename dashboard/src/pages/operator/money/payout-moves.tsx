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

/** Only its partner cancels a payout. */
type MoveName = Exclude<keyof typeof payoutMoves, "cancel">;

/** The likeliest first. */
const names: Readonly<Record<MoveName, string>> = {
  pay: "Mark as paid",
  process: "Mark as processing",
  hold: "Put on hold",
  release: "Release the hold",
  fail: "Mark as failed",
};

const moveNames = Object.keys(names) as MoveName[];

const codes: Readonly<Record<PayoutHoldCode, string>> = {
  identity_verification: "The identity is being verified",
  compliance_review: "A compliance review",
  other: "Something else",
};

function whatHappens(move: MoveName, payout: AnyPayout): string {
  const amount = showExactMoney(payout.amount, payout.currency);
  const texts: Readonly<Record<MoveName, string>> = {
    pay: `${amount} counts as paid, and the partner is told. Do this when the bank has confirmed the transfer. It cannot be undone, except by "failed" if the bank returns the money.`,
    process: `The transfer is on its way to the bank. From then on the partner cannot cancel it.`,
    hold: "It is neither processed nor paid until you release it. The partner sees the reason and what to do.",
    release: "It becomes pending again and can be processed and paid.",
    fail:
      payout.status === "paid"
        ? `The bank returned the money: ${amount} becomes available to the partner again. This cannot be undone.`
        : `${amount} becomes available to the partner again, who sees the reason. This cannot be undone.`,
  };
  return texts[move];
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
    done: (moved) => `The payout is now ${showWord(moved.status).toLowerCase()}.`,
    isQuiet: true,
    onDone: (moved) => {
      form.reset();
      onMoved(moved);
    },
  });
  if (!move) return <Text size="sm">This payout has ended: nothing more can be done with it.</Text>;
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
          label="What to do"
          data={moves.map((value) => ({ value, label: names[value] }))}
          value={move}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Text size="sm">{whatHappens(move, payout)}</Text>
        {move === "pay" && (
          <TextInput
            label="Bank reference"
            description="If you have one. The partner sees it"
            maxLength={200}
            {...form.getInputProps("reference")}
          />
        )}
        {move === "hold" && (
          <NativeSelect
            label="Kind of hold"
            data={Object.entries(codes).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps("code")}
          />
        )}
        {(move === "hold" || move === "fail") && (
          <TextInput
            label="Reason"
            description="The partner sees it"
            required
            maxLength={500}
            {...form.getInputProps("reason")}
          />
        )}
        {move === "hold" && (
          <Textarea
            label="What the partner has to do"
            description="One thing on each line"
            autosize
            minRows={2}
            {...form.getInputProps("required_actions")}
          />
        )}
        <Button type="submit" loading={moving.isPending} {...(move === "fail" && { color: "red" })}>
          {names[move]}
        </Button>
      </Stack>
    </form>
  );
}
