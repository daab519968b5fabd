// The end of the editor: submit alone, or submit and say which stores get it when it is approved, and where.

import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import type { Release, RequestedDelivery } from "@segue/sdk";
import { IconSend } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { usePreflight } from "../../../data/catalog.ts";
import { errorAt, fieldErrors } from "../../../data/data.ts";
import { useMay } from "../../../data/session.ts";
import { Refused } from "../../../forms/refused.tsx";
import { Link } from "../../../router.tsx";
import { StoreChoice } from "../../deliveries/store-choice.tsx";
import { TerritoryChoice } from "../../deliveries/territory-choice.tsx";
import { newDeliveryWords } from "../../deliveries/words.ts";
import { sayToSubmit, useSubmit } from "../release-actions.tsx";
import { editorWords, submitWords } from "./words.ts";

type When = "later" | "all" | "some";
const whens: readonly When[] = ["later", "all", "some"];

type Choice = { when: When; store_ids: readonly string[]; territory_codes: readonly string[] };
const noChoice: Choice = { when: "later", store_ids: [], territory_codes: ["WORLDWIDE"] };

export function SubmitChoice({ release }: { release: Release }) {
  const may = useMay();
  const preflight = usePreflight(release.id);
  const submit = useSubmit(release.id, { isQuiet: true });
  const [choice, setChoice] = useState(noChoice);
  const deliver = requestOf(choice);
  const missing = deliver && missingPart(deliver);
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit.mutate(deliver);
  };
  const change = (changes: Partial<Choice>) => {
    submit.reset();
    setChoice({ ...choice, ...changes });
  };
  return (
    <form onSubmit={send}>
      <Stack>
        {may("deliveries:write") && (
          <DeliverWhen release_id={release.id} choice={choice} onChange={change} error={submit.error} />
        )}
        <Refused error={submit.error} />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" role="status">
            {missing ?? (deliver && submitWords.hint)}
          </Text>
          <Button component={Link} to={`/releases/${release.id}`} variant="default">
            {editorWords.toRelease}
          </Button>
          <Button
            type="submit"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={submit.isPending}
            disabled={!preflight.data?.ready || missing !== undefined}
          >
            {sayWhatHappens(sayToSubmit(release), deliver)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function requestOf({ when, store_ids, territory_codes }: Choice): RequestedDelivery | undefined {
  if (when === "later") return undefined;
  return { store_ids: when === "all" ? "all" : [...store_ids], territory_codes: [...territory_codes] };
}

/** How many "all" are shows at the approval. */
function sayWhatHappens(submit: string, deliver: RequestedDelivery | undefined): string {
  if (!deliver) return submit;
  return submitWords.submit(submit, typeof deliver.store_ids === "string" ? undefined : deliver.store_ids.length);
}

function missingPart({ store_ids, territory_codes }: RequestedDelivery): string | undefined {
  if (store_ids.length === 0) return newDeliveryWords.missing.stores;
  return territory_codes.length === 0 ? newDeliveryWords.missing.territories : undefined;
}

type DeliverWhenProps = {
  release_id: string;
  choice: Choice;
  onChange: (changes: Partial<Choice>) => void;
  error: Error | null;
};

function DeliverWhen({ release_id, choice: { when, store_ids, territory_codes }, onChange, error }: DeliverWhenProps) {
  const preflight = usePreflight(release_id);
  const ready = preflight.data?.stores?.filter((store) => store.ready).length;
  const errors = fieldErrors(error);
  return (
    <>
      <Radio.Group
        label={submitWords.label}
        value={when}
        onChange={(value) => onChange({ when: whens.find((known) => known === value) ?? "later" })}
        error={when === "all" && errorAt(errors, "deliver.store_ids")}
      >
        <Stack gap="xs" mt="xs">
          {whens.map((value) => (
            <Radio
              key={value}
              value={value}
              label={submitWords.whens[value].label}
              description={value === "all" ? submitWords.ready(ready) : submitWords.whens[value].hint}
            />
          ))}
        </Stack>
      </Radio.Group>
      {when === "some" && (
        <StoreChoice
          release_id={release_id}
          chosen={store_ids}
          onChoose={(chosen) => onChange({ store_ids: chosen })}
          issueOf={(index) => errors[`deliver.store_ids.${index}`]}
        />
      )}
      {when !== "later" && (
        <TerritoryChoice
          release_id={release_id}
          chosen={territory_codes}
          onChoose={(chosen) => onChange({ territory_codes: chosen })}
          error={errorAt(errors, "deliver.territory_codes")}
        />
      )}
    </>
  );
}
