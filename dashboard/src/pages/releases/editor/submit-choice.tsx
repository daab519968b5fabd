// The end of the editor: submit alone, or submit and say which stores get it when it is approved.

import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import type { Release, RequestedDelivery } from "@segue/sdk";
import { useState } from "react";
import { usePreflight } from "../../../data/catalog.ts";
import { useMay } from "../../../data/session.ts";
import { Link } from "../../../router.tsx";
import { StoreChoice } from "../../deliveries/store-choice.tsx";
import { SubmitButton } from "../release-actions.tsx";
import { editorWords, submitWords } from "./words.ts";

type When = "later" | "all" | "some";
const whens: readonly When[] = ["later", "all", "some"];
const everywhere = ["WORLDWIDE"];

export function SubmitChoice({ release }: { release: Release }) {
  const may = useMay();
  const [when, setWhen] = useState<When>("later");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <Stack>
      {may("deliveries:write") && (
        <DeliverWhen release_id={release.id} {...{ when, chosen }} onWhen={setWhen} onChoose={setChosen} />
      )}
      <Group justify="flex-end">
        <Button component={Link} to={`/releases/${release.id}`} variant="default">
          {editorWords.toRelease}
        </Button>
        <SubmitButton release={release} hasCheck deliver={requestOf(when, chosen)} />
      </Group>
    </Stack>
  );
}

function requestOf(when: When, chosen: readonly string[]): RequestedDelivery | undefined {
  if (when === "later") return undefined;
  return { store_ids: when === "all" ? "all" : [...chosen], territory_codes: everywhere };
}

type DeliverWhenProps = {
  release_id: string;
  when: When;
  chosen: readonly string[];
  onWhen: (when: When) => void;
  onChoose: (store_ids: readonly string[]) => void;
};

function DeliverWhen({ release_id, when, chosen, onWhen, onChoose }: DeliverWhenProps) {
  const preflight = usePreflight(release_id);
  const ready = preflight.data?.stores?.filter((store) => store.ready).length;
  return (
    <>
      <Radio.Group
        label={submitWords.label}
        value={when}
        onChange={(value) => onWhen(whens.find((known) => known === value) ?? "later")}
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
      {when === "some" && <StoreChoice release_id={release_id} chosen={chosen} onChoose={onChoose} />}
      {when !== "later" && (
        <Text size="sm" c="dimmed">
          {submitWords.everywhere}
        </Text>
      )}
    </>
  );
}
