// The stores that a release can go to: what each needs, and whether this release is ready there.

import { Anchor, Button, Checkbox, Group, List, Stack, Text, TextInput } from "@mantine/core";
import type { Store, StoreReadiness } from "@segue/sdk";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Empty, Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { requiredBy, useRules } from "../../data/rules.ts";
import { useStores } from "../../data/stores.ts";
import { Link } from "../../router.tsx";
import { showTerritories, showWord } from "../../values/format.ts";
import { type Present, presentStores, readDeliveriesOf } from "./held.ts";
import classes from "./store-choice.module.css";
import { newDeliveryWords } from "./words.ts";

type StoreChoiceProps = {
  release_id: string;
  chosen: readonly string[];
  onChoose: (store_ids: string[]) => void;
  /** Why the service refused the one at this place. */
  issueOf: (index: number) => string | undefined;
};

const SEARCH_FROM = 9;

export function StoreChoice({ release_id, chosen, onChoose, issueOf }: StoreChoiceProps) {
  const stores = useStores();
  const readiness = useReadiness(release_id);
  const present = usePresent(release_id);
  const [typed, setTyped] = useState("");
  const isOpen = ({ store_id, status }: Store) => status === "active" && !present.has(store_id);
  const isReady = (store: Store) => isOpen(store) && readiness?.get(store.store_id)?.ready === true;
  const toggle = (store_id: string) =>
    onChoose(chosen.includes(store_id) ? chosen.filter((id) => id !== store_id) : [...chosen, store_id]);
  return (
    <Ready of={stores}>
      {(all) => {
        if (all.length === 0)
          return <Empty title={newDeliveryWords.stores.none}>{newDeliveryWords.stores.noneHint}</Empty>;
        const ready = all.filter(isReady);
        const shown = all.filter(({ name, store_id }) =>
          `${name} ${store_id}`.toLowerCase().includes(typed.toLowerCase()),
        );
        return (
          <Stack gap="sm">
            <Group gap="sm">
              {all.length >= SEARCH_FROM && (
                <TextInput
                  aria-label={newDeliveryWords.stores.search}
                  placeholder={newDeliveryWords.stores.search}
                  leftSection={<IconSearch size={16} aria-hidden />}
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
              )}
              <Button
                variant="default"
                disabled={ready.length === 0}
                onClick={() => onChoose(ready.map(({ store_id }) => store_id))}
              >
                {newDeliveryWords.stores.chooseReady(ready.length)}
              </Button>
              <Text size="sm" c="dimmed" aria-live="polite">
                {newDeliveryWords.stores.chosen(chosen.length)}
              </Text>
            </Group>
            <ul className={classes.stores} aria-label={newDeliveryWords.stores.list}>
              {shown.map((store) => (
                <StoreOption
                  key={store.store_id}
                  store={store}
                  release_id={release_id}
                  readiness={readiness?.get(store.store_id)}
                  present={present.get(store.store_id)}
                  isChosen={chosen.includes(store.store_id)}
                  issue={issueOf(chosen.indexOf(store.store_id))}
                  onToggle={() => toggle(store.store_id)}
                />
              ))}
            </ul>
            {shown.length === 0 && <Text size="sm">{newDeliveryWords.stores.noMatch}</Text>}
          </Stack>
        );
      }}
    </Ready>
  );
}

function useReadiness(release_id: string): ReadonlyMap<string, StoreReadiness> | undefined {
  const { data } = useRead(["releases.preflight", release_id], () => segue.releases.preflight(release_id), {
    isEnabled: release_id !== "",
  });
  if (!release_id || !data) return undefined;
  return new Map(data.stores?.map((store) => [store.store_id, store]));
}

function usePresent(release_id: string): ReadonlyMap<string, Present> {
  const { data } = useRead(["deliveries.list", "present", release_id], () => readDeliveriesOf(release_id), {
    isEnabled: release_id !== "",
  });
  return presentStores(release_id ? (data ?? []) : []);
}

type StoreOptionProps = {
  store: Store;
  release_id: string;
  readiness: StoreReadiness | undefined;
  present: Present | undefined;
  isChosen: boolean;
  issue: string | undefined;
  onToggle: () => void;
};

function StoreOption({ store, release_id, readiness, present, isChosen, issue, onToggle }: StoreOptionProps) {
  const abilities = Object.entries(store.capabilities).flatMap(([name, value]) =>
    value === true ? [showWord(name)] : [],
  );
  return (
    <li className={classes.store}>
      <div className={classes.row}>
        <Checkbox
          label={store.name}
          styles={{ label: { fontWeight: 500, overflowWrap: "anywhere" } }}
          checked={isChosen}
          error={issue && newDeliveryWords.stores.refused(issue.replaceAll(store.store_id, store.name))}
          aria-invalid={issue !== undefined}
          disabled={present !== undefined || store.status !== "active"}
          onChange={onToggle}
        />
        <span className={classes.about}>
          {showTerritories(store.territories)} · {abilities.join(", ")}
        </span>
        <span className={classes.state}>
          {present ? (
            <Status value={present.status} size="sm" />
          ) : store.status === "active" ? (
            readiness && <Status value={readiness.ready ? "ready" : "not_ready"} size="sm" />
          ) : (
            <Status value={store.status} size="sm" />
          )}
        </span>
      </div>
      {present && (
        <Anchor component={Link} to={`/deliveries/${present.delivery_id}`} size="sm" className={classes.below}>
          {newDeliveryWords.stores.alreadyThere(store.name)}
        </Anchor>
      )}
      {!present && readiness && !readiness.ready && (
        <Blockers store={store} release_id={release_id} codes={readiness.blockers} />
      )}
      <Needs store={store} />
    </li>
  );
}

const SHOWN_BLOCKERS = 4;

type BlockersProps = { store: Store; release_id: string; codes: readonly string[] };

function Blockers({ store, release_id, codes }: BlockersProps) {
  const rules = useRules();
  return (
    <Stack gap={4} className={classes.below}>
      <Text size="sm">{newDeliveryWords.stores.wouldRefuse(store.name)}</Text>
      <List size="sm">
        {codes.slice(0, SHOWN_BLOCKERS).map((code) => (
          <List.Item key={code}>{rules.get(code)?.summary ?? code}</List.Item>
        ))}
      </List>
      <Anchor component={Link} to={`/releases/${release_id}`} size="sm">
        {codes.length > SHOWN_BLOCKERS
          ? newDeliveryWords.stores.seeMore(codes.length - SHOWN_BLOCKERS)
          : newDeliveryWords.stores.fix}
      </Anchor>
    </Stack>
  );
}

function Needs({ store }: { store: Store }) {
  const rules = useRules();
  const codes = requiredBy(store, rules);
  if (codes.length === 0) return null;
  return (
    <details className={classes.below}>
      <Text component="summary" size="xs" style={{ cursor: "pointer" }}>
        {newDeliveryWords.stores.rules(codes.length)}
      </Text>
      <List
        size="xs"
        mt={4}
        mah={220}
        tabIndex={0}
        aria-label={newDeliveryWords.stores.rulesOf(store.name)}
        style={{ overflowY: "auto" }}
      >
        {codes.map((code) => (
          <List.Item key={code}>{rules.get(code)?.summary ?? code}</List.Item>
        ))}
      </List>
    </details>
  );
}
