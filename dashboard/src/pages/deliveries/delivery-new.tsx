// A new delivery: which release, to which stores, in which territories.

import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { PageHead } from "../../components/page-head.tsx";
import { useRelease } from "../../components/release-name.tsx";
import { segue } from "../../data/api.ts";
import { useAct, useRead } from "../../data/data.ts";
import { useStores } from "../../data/stores.ts";
import { Refused } from "../../forms/refused.tsx";
import { TerritoryPicker } from "../../forms/territory-picker.tsx";
import { navigate, useFilter } from "../../router.tsx";
import classes from "./delivery-new.module.css";
import { ReleaseChoice, useIsDeliverable } from "./release-choice.tsx";
import { StoreChoice } from "./store-choice.tsx";
import { deliveriesWords, newDeliveryWords } from "./words.ts";

export default function NewDelivery() {
  const [release_id, setReleaseId] = useFilter("release_id");
  const [store_id] = useFilter("store_id");
  const wanted = store_id ? [store_id] : [];
  const [storeIds, setStoreIds] = useState<readonly string[]>(wanted);
  const [territories, setTerritories] = useState<readonly string[]>(["WORLDWIDE"]);
  const stores = useStores();
  const isDeliverable = useIsDeliverable(release_id);
  const allowed = useAllowedTerritories(release_id);
  const create = useAct(segue.deliveries.create, {
    isQuiet: true,
    done: newDeliveryWords.done,
    onDone: ({ id }) => navigate(`/deliveries/${id}`),
  });
  const choose = (id: string) => {
    setStoreIds(wanted);
    create.reset();
    setReleaseId(id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ release_id, store_ids: [...storeIds], territory_codes: [...territories] });
  };
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
            <StoreChoice release_id={release_id} chosen={storeIds} onChoose={setStoreIds} />
          </Part>
          {/* After the stores, so that it does not move when they come. */}
          {stores.data && (
            <Part title={newDeliveryWords.territories.title}>
              <TerritoryPicker
                label={newDeliveryWords.territories.label}
                worldwide={newDeliveryWords.territories.worldwide}
                value={territories}
                onChange={setTerritories}
                codes={allowed}
              />
            </Part>
          )}
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

/** What both the release and the licence allow. */
function useAllowedTerritories(release_id: string): string[] | undefined {
  const release = useRelease(release_id);
  const licensed = useRead(["stores.territories"], () => segue.stores.territories(), { isSteady: true });
  const codes = licensed.data?.data.map(({ code }) => code);
  if (!release || release.territories.includes("WORLD")) return codes;
  return codes?.filter((code) => release.territories.includes(code));
}
