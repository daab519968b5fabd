// Several payouts at once, as a bank's file has them: all of them move, or none.

import { Button, CloseButton, Text, TextInput } from "@mantine/core";
import { type AnyPayout, type MovedPayouts, SegueError } from "@segue/sdk";
import { type ReactNode, type RefObject, useState } from "react";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import type { Selection } from "../../../data/selection.ts";
import { useMayOperate } from "../../../data/session.ts";
import { ActModal } from "../../../forms/act-modal.tsx";
import { showExactMoney } from "../../../values/format.ts";
import { sumByCurrency } from "../../../values/money.ts";
import classes from "../../releases/list/selection-bar.module.css";
import { bulkPayoutWords } from "./words.ts";

const words = bulkPayoutWords;

/** The service takes no more in one request. */
export const MOST_SELECTED = 500;

type Move = "process" | "pay";

type BulkPayoutsProps = {
  selection: Selection<AnyPayout>;
  /** The list as it is now: a selected payout may have moved since. */
  rows: readonly AnyPayout[] | undefined;
  nameOf: (payout: AnyPayout) => string;
  place: RefObject<HTMLElement | null>;
  /** Shown while none is selected. */
  children: ReactNode;
};

export function BulkPayouts({ selection: { chosen, clear }, rows, nameOf, place, children }: BulkPayoutsProps) {
  const mayOperate = useMayOperate();
  const [asked, setAsked] = useState<Move>();
  const now = new Map(rows?.map((row) => [row.id, row]));
  const payouts = [...chosen.values()].map((payout) => now.get(payout.id) ?? payout);
  const close = () => setAsked(undefined);
  return (
    <>
      <section className={classes.place} aria-label={words.label} ref={place} data-open={chosen.size > 0}>
        {chosen.size === 0 ? (
          children
        ) : (
          <div className={classes.bar}>
            <span className={classes.count} role="status">
              {chosen.size} <span>{words.selected}</span>
            </span>
            {mayOperate("POST", "processPayouts") && (
              <Button size="compact-md" variant="default" onClick={() => setAsked("process")}>
                {words.process}
              </Button>
            )}
            {mayOperate("POST", "payPayouts") && (
              <Button size="compact-md" onClick={() => setAsked("pay")}>
                {words.pay}
              </Button>
            )}
            <CloseButton aria-label={words.clear} onClick={clear} className={classes.clear} />
          </div>
        )}
      </section>
      {asked && <MoveMany move={asked} payouts={payouts} nameOf={nameOf} close={close} onDone={clear} />}
    </>
  );
}

type MoveManyProps = {
  move: Move;
  payouts: readonly AnyPayout[];
  nameOf: (payout: AnyPayout) => string;
  close: () => void;
  onDone: () => void;
};

function MoveMany({ move, payouts, nameOf, close, onDone }: MoveManyProps) {
  const [reference, setReference] = useState("");
  const payout_ids = payouts.map(({ id }) => id);
  const send = (): Promise<MovedPayouts> => {
    const { processMany, payMany } = segue.operator.payouts;
    if (move === "process") return processMany({ payout_ids });
    return payMany({ payout_ids, ...(reference.trim() && { reference: reference.trim() }) });
  };
  const moving = useAct(send, {
    done: ({ data }) => words.done[move](data.length),
    isQuiet: true,
    onDone: () => {
      close();
      onDone();
    },
  });
  const sums = sumByCurrency(payouts).map(({ amount, currency }) => showExactMoney(amount, currency));
  return (
    <ActModal
      title={words.titles[move](payouts.length)}
      isOpen
      close={close}
      action={words.titles[move](payouts.length)}
      isBusy={moving.isPending}
      error={named(moving.error, payouts, nameOf)}
      onSubmit={() => moving.mutate(undefined)}
    >
      <Text size="sm">
        <b>{sums.join(", ")}</b> {words.effects[move]}
      </Text>
      {move === "pay" && (
        <TextInput
          label={words.reference}
          description={words.referenceHint}
          maxLength={200}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          data-autofocus
        />
      )}
    </ActModal>
  );
}

/** The service names those in the way by their place in the request; people know them by amount and name. */
function named(
  error: Error | null,
  payouts: readonly AnyPayout[],
  nameOf: (payout: AnyPayout) => string,
): Error | null {
  if (!(error instanceof SegueError) || error.details.length === 0) return error;
  const details = error.details.map(({ field, issue }) => {
    const payout = payouts[Number(/^payout_ids\[(\d+)\]/.exec(field)?.[1])];
    return { field: payout ? nameOf(payout) : field, issue };
  });
  const { code, status, request_id } = error;
  const message = code === "invalid_state" ? words.refused(details.length, payouts.length) : error.message;
  return new SegueError({ code, message, status, request_id, details });
}
