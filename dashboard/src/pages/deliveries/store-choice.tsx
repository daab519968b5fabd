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

type StoreChoiceProps = { release_id: string; chosen: readonly string[]; onChoose: (store_ids: string[]) => void };

const SEARCH_FROM = 9;

export function StoreChoice({ release_id, chosen, onChoose }: StoreChoiceProps) {
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
        if (all.length === 0) return <Empty title="No stores yet">The operator of this service adds stores.</Empty>;
        const ready = all.filter(isReady);
        const shown = all.filter(({ name, store_id }) =>
          `${name} ${store_id}`.toLowerCase().includes(typed.toLowerCase()),
        );
        return (
          <Stack gap="sm">
            <Group gap="sm">
              {all.length >= SEARCH_FROM && (
                <TextInput
                  aria-label="Search stores"
                  placeholder="Search stores"
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
                Choose all that are ready ({ready.length})
              </Button>
              <Text size="sm" c="dimmed" aria-live="polite">
                {chosen.length} chosen
              </Text>
            </Group>
            <ul className={classes.stores} aria-label="Stores">
              {shown.map((store) => (
                <StoreOption
                  key={store.store_id}
                  store={store}
                  release_id={release_id}
                  readiness={readiness?.get(store.store_id)}
                  present={present.get(store.store_id)}
                  isChosen={chosen.includes(store.store_id)}
                  onToggle={() => toggle(store.store_id)}
                />
              ))}
            </ul>
            {shown.length === 0 && <Text size="sm">No store has this name.</Text>}
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
  onToggle: () => void;
};

function StoreOption({ store, release_id, readiness, present, isChosen, onToggle }: StoreOptionProps) {
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
          {store.name} has this release already: see that delivery
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
      <Text size="sm">{store.name} would refuse this release:</Text>
      <List size="sm">
        {codes.slice(0, SHOWN_BLOCKERS).map((code) => (
          <List.Item key={code}>{rules.get(code)?.summary ?? code}</List.Item>
        ))}
      </List>
      <Anchor component={Link} to={`/releases/${release_id}`} size="sm">
        {codes.length > SHOWN_BLOCKERS
          ? `See these and ${codes.length - SHOWN_BLOCKERS} more at the release`
          : "Fix it at the release"}
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
        {codes.length} {codes.length === 1 ? "rule" : "rules"} beyond a complete release
      </Text>
      <List size="xs" mt={4} mah={220} tabIndex={0} aria-label={`Rules of ${store.name}`} style={{ overflowY: "auto" }}>
        {codes.map((code) => (
          <List.Item key={code}>{rules.get(code)?.summary ?? code}</List.Item>
        ))}
      </List>
    </details>
  );
}
