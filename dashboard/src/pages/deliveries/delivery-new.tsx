// A new delivery: which release, to which stores, in which territories.

import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { PageHead } from "../../components/page-head.tsx";
import { segue } from "../../data/api.ts";
import { errorAt, fieldErrors, useAct } from "../../data/data.ts";
import { useStores } from "../../data/stores.ts";
import { Refused } from "../../forms/refused.tsx";
import { navigate, useFilter } from "../../router.tsx";
import classes from "./delivery-new.module.css";
import { ReleaseChoice, useIsDeliverable } from "./release-choice.tsx";
import { StoreChoice } from "./store-choice.tsx";
import { StoreTerms } from "./store-terms.tsx";
import { hasTerms, newTerms, noTerms, type TermValues } from "./terms.ts";
import { TerritoryChoice } from "./territory-choice.tsx";
import { deliveriesWords, newDeliveryWords } from "./words.ts";

export default function NewDelivery() {
  const [release_id, setReleaseId] = useFilter("release_id");
  const [store_id] = useFilter("store_id");
  const wanted = store_id ? [store_id] : [];
  const [storeIds, setStoreIds] = useState<readonly string[]>(wanted);
  const [territories, setTerritories] = useState<readonly string[]>(["WORLDWIDE"]);
  const [terms, setTerms] = useState<Readonly<Record<string, TermValues>>>({});
  const stores = useStores();
  const isDeliverable = useIsDeliverable(release_id);
  const create = useAct(segue.deliveries.create, {
    isQuiet: true,
    done: newDeliveryWords.done,
    onDone: ({ id }) => navigate(`/deliveries/${id}`),
  });
  const choose = (id: string) => {
    setStoreIds(wanted);
    setTerms({});
    create.reset();
    setReleaseId(id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const agreed = newTerms(terms, storeIds);
    const where = { store_ids: [...storeIds], territory_codes: [...territories] };
    create.mutate({ release_id, ...where, ...(agreed.length > 0 && { terms: agreed }) });
  };
  const errors = fieldErrors(create.error);
  const missing = missingPart({ release_id, isDeliverable, storeIds, territories });
  return (
    <>
      <PageHead title={newDeliveryWords.title} back={{ to: "/deliveries", label: deliveriesWords.title }} />
      <form onSubmit={submit}>
        <Stack>
          <Part title={newDeliveryWords.release.title}>
            <ReleaseChoice release_id={release_id} onChoose={choose} />
          </Part>
          <Part title={newDeliveryWords.stores.title}>
            <StoreChoice
              release_id={release_id}
              chosen={storeIds}
              onChoose={setStoreIds}
              issueOf={(index) => errors[`store_ids.${index}`]}
            />
          </Part>
          {/* After the stores, so that it does not move when they come. */}
          {stores.data && (
            <Part title={newDeliveryWords.territories.title}>
              <TerritoryChoice
                release_id={release_id}
                chosen={territories}
                onChoose={setTerritories}
                error={errorAt(errors, "territory_codes")}
              />
            </Part>
          )}
          <NewTerms {...{ release_id, storeIds, terms }} onChange={setTerms} error={create.error} />
          <Refused error={create.error} />
          <Group className={classes.foot}>
            <Button type="submit" loading={create.isPending} disabled={missing !== undefined}>
              {newDeliveryWords.deliver(storeIds.length)}
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {missing ?? newDeliveryWords.hint}
            </Text>
          </Group>
        </Stack>
      </form>
    </>
  );
}

type NewTermsProps = {
  release_id: string;
  storeIds: readonly string[];
  terms: Readonly<Record<string, TermValues>>;
  onChange: (terms: Readonly<Record<string, TermValues>>) => void;
  error: Error | null;
};

/** Only of the chosen stores that have terms. */
function NewTerms({ release_id, storeIds, terms, onChange, error }: NewTermsProps) {
  const { data: stores = [] } = useStores();
  const having = stores.filter((store) => storeIds.includes(store.store_id) && hasTerms(store));
  if (!release_id || having.length === 0) return null;
  const errors = fieldErrors(error);
  const sent = newTerms(terms, storeIds).map(({ store_id }) => store_id);
  return (
    <Part title={newDeliveryWords.terms.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {newDeliveryWords.terms.hint}
        </Text>
        {having.map((store) => (
          <StoreTerms
            key={store.store_id}
            store={store}
            release_id={release_id}
            values={terms[store.store_id] ?? noTerms}
            onChange={(changed) => onChange({ ...terms, [store.store_id]: changed })}
            errorOf={(field) => errorAt(errors, `terms.${sent.indexOf(store.store_id)}.${field}`)}
          />
        ))}
      </Stack>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  );
}

type Choice = {
  release_id: string;
  isDeliverable: boolean;
  storeIds: readonly string[];
  territories: readonly string[];
};

function missingPart({ release_id, isDeliverable, storeIds, territories }: Choice): string | undefined {
  if (!release_id) return newDeliveryWords.missing.release;
  if (!isDeliverable) return newDeliveryWords.missing.approval;
  if (storeIds.length === 0) return newDeliveryWords.missing.stores;
  if (territories.length === 0) return newDeliveryWords.missing.territories;
  return undefined;
}
