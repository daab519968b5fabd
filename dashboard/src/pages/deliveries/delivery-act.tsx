// What can be done with a delivery, at one store or at all: each with what it will do, asked before it is done.

import { Button, Checkbox, Text, TextInput } from "@mantine/core";
import { type Delivery, type DeliveryStore, deliveryStoreMoves, type Store } from "@segue/sdk";
import { useState } from "react";
import { segue } from "../../data/api.ts";
import { errorAt, fieldErrors, useAct } from "../../data/data.ts";
import { canStart } from "../../data/moves.ts";
import { useMay } from "../../data/session.ts";
import { useStoreName, useStores } from "../../data/stores.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { TerritoryPicker } from "../../forms/territory-picker.tsx";
import { canTakeDown } from "./held.ts";
import { StoreTerms } from "./store-terms.tsx";
import { changedTerms, hasTerms, noTerms, type TermValues, termValuesOf } from "./terms.ts";
import { actWords, askedActWords, termWords } from "./words.ts";

type Given = {
  delivery_id: string;
  store_ids: string[];
  territory_codes?: string[];
  terms?: ReturnType<typeof changedTerms>;
  reason?: string;
};
type Act = {
  label: string;
  /** The same at several stores. */
  labelAt: (count: number) => string;
  /** What will happen. */
  text: string;
  done: string;
  /** It can be done here. */
  fits: (at: DeliveryStore, store: Store | undefined) => boolean;
  run: (given: Given) => Promise<Delivery>;
  /** Territories and terms, or a reason. */
  asks?: "content" | "reason";
  isFinal?: boolean;
};

const acts = {
  resubmit: {
    ...actWords.resubmit,
    fits: ({ status }) => canStart(deliveryStoreMoves.resubmit, status),
    run: ({ delivery_id, ...body }) => segue.deliveries.resubmit(delivery_id, body),
    asks: "content",
  },
  update: {
    ...actWords.update,
    fits: ({ status }, store) => canStart(deliveryStoreMoves.update, status) && store?.capabilities.updates === true,
    run: ({ delivery_id, ...body }) => segue.deliveries.update(delivery_id, body),
    asks: "content",
  },
  cancel: {
    ...actWords.cancel,
    fits: ({ status }) => canStart(deliveryStoreMoves.cancel, status),
    run: ({ delivery_id, store_ids }) => segue.deliveries.cancel(delivery_id, { store_ids }),
    isFinal: true,
  },
  takedown: {
    ...actWords.takedown,
    fits: canTakeDown,
    run: ({ delivery_id, store_ids, reason }) =>
      segue.deliveries.takedown(delivery_id, { store_ids, ...(reason && { reason }) }),
    asks: "reason",
    isFinal: true,
  },
} as const satisfies Record<string, Act>;

type ActName = keyof typeof acts;
const actNames = Object.keys(acts) as ActName[];

type DeliveryActsProps = {
  delivery: Delivery;
  /** One store; without it, all to which the act applies. */
  at?: DeliveryStore;
};

export function DeliveryActs({ delivery, at }: DeliveryActsProps) {
  const { data: stores = [] } = useStores();
  const [asked, setAsked] = useState<ActName>();
  const fitting = (name: ActName): string[] =>
    (at ? [at] : delivery.stores)
      .filter((one) =>
        acts[name].fits(
          one,
          stores.find(({ store_id }) => store_id === one.store_id),
        ),
      )
      .map(({ store_id }) => store_id);
  const canAct = useMay()("deliveries:write");
  const open = canAct ? actNames.filter((name) => fitting(name).length > 0) : [];
  return (
    <>
      {open.map((name) => {
        const act: Act = acts[name];
        return (
          <Button
            key={name}
            size={at ? "xs" : "sm"}
            variant={name === "resubmit" ? "filled" : "default"}
            onClick={() => setAsked(name)}
          >
            {wordsOf(act, at || delivery.stores.length === 1 ? 1 : fitting(name).length)}
          </Button>
        );
      })}
      {asked && (
        <AskedAct
          act={acts[asked]}
          delivery={delivery}
          // A store may have moved on while the question was open.
          store_ids={fitting(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function wordsOf(act: Act, count: number): string {
  return count === 1 ? act.label : act.labelAt(count);
}

type AskedActProps = { act: Act; delivery: Delivery; store_ids: string[]; onClose: () => void };

function AskedAct({ act, delivery, store_ids, onClose }: AskedActProps) {
  const nameOf = useStoreName();
  const [reason, setReason] = useState("");
  const [territories, setTerritories] = useState<string[]>();
  const [terms, setTerms] = useState<Readonly<Record<string, TermValues>>>();
  const run = useAct(act.run, { isQuiet: true, done: act.done, onDone: onClose });
  const confirm = () =>
    run.mutate({
      delivery_id: delivery.id,
      store_ids,
      ...(territories && { territory_codes: territories }),
      ...(terms && { terms: changedTerms(terms) }),
      ...(reason.trim() && { reason: reason.trim() }),
    });
  const action = wordsOf(act, store_ids.length);
  return (
    <ActModal
      title={askedActWords.question(action)}
      isOpen
      close={onClose}
      action={action}
      color={act.isFinal ? "red" : undefined}
      isBusy={run.isPending}
      isBlocked={store_ids.length === 0 || territories?.length === 0}
      isWide={terms !== undefined}
      error={run.error}
      onSubmit={confirm}
    >
      <Text size="sm">{act.text}</Text>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {askedActWords.stores(store_ids.map(nameOf))}
      </Text>
      {act.asks === "reason" && (
        <TextInput
          label={askedActWords.reason}
          description={askedActWords.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
        />
      )}
      {act.asks === "content" && (
        <Checkbox
          label={askedActWords.changeTerritories}
          checked={territories !== undefined}
          onChange={(event) => setTerritories(event.currentTarget.checked ? delivery.territory_codes : undefined)}
        />
      )}
      {territories && <TerritoryPicker value={territories} onChange={setTerritories} />}
      {act.asks === "content" && (
        <ChangedTerms delivery={delivery} store_ids={store_ids} terms={terms} onChange={setTerms} error={run.error} />
      )}
    </ActModal>
  );
}

type ChangedTermsProps = {
  delivery: Delivery;
  store_ids: readonly string[];
  /** By store; undefined: they stay as they are. */
  terms: Readonly<Record<string, TermValues>> | undefined;
  onChange: (terms: Readonly<Record<string, TermValues>> | undefined) => void;
  error: Error | null;
};

/** Nothing where none of the stores has terms. */
function ChangedTerms({ delivery, store_ids, terms, onChange, error }: ChangedTermsProps) {
  const { data: stores = [] } = useStores();
  const having = stores.filter((store) => store_ids.includes(store.store_id) && hasTerms(store));
  if (having.length === 0) return null;
  const present = () =>
    Object.fromEntries(
      having.map(({ store_id }) => [
        store_id,
        termValuesOf(delivery.stores.find((at) => at.store_id === store_id)?.terms ?? null),
      ]),
    );
  const errors = fieldErrors(error);
  return (
    <>
      <Checkbox
        label={termWords.change}
        checked={terms !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? present() : undefined)}
      />
      {terms &&
        having.map((store) => (
          <StoreTerms
            key={store.store_id}
            store={store}
            release_id={delivery.release_id}
            values={terms[store.store_id] ?? noTerms}
            onChange={(changed) => onChange({ ...terms, [store.store_id]: changed })}
            errorOf={(field) => errorAt(errors, `terms.${Object.keys(terms).indexOf(store.store_id)}.${field}`)}
          />
        ))}
    </>
  );
}
