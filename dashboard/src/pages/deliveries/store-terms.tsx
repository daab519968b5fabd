// Pre-order, preview and price tiers at one store: only what this store has.

import { Fieldset, NativeSelect, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { Store } from "@segue/sdk";
import { useTracks } from "../../data/catalog.ts";
import { FoldedPart } from "../../forms/folded-part.tsx";
import { type TermValues, takesPreorders } from "./terms.ts";
import { termWords } from "./words.ts";

type StoreTermsProps = {
  store: Store;
  release_id: string;
  values: TermValues;
  onChange: (values: TermValues) => void;
  errorOf: (field: string) => string | undefined;
};

export function StoreTerms({ store, release_id, values, onChange, errorOf }: StoreTermsProps) {
  const tiers = store.price_tiers.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
  const change = (changes: Partial<TermValues>) => onChange({ ...values, ...changes });
  return (
    <Fieldset legend={store.name} p="sm">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {takesPreorders(store) && (
            <TextInput
              type="date"
              label={termWords.preorder}
              description={termWords.preorderHint}
              value={values.preorder_on}
              onChange={(event) => change({ preorder_on: event.currentTarget.value })}
              error={errorOf("preorder_on")}
            />
          )}
          <TextInput
            type="datetime-local"
            label={termWords.preview}
            description={termWords.previewHint}
            value={values.preview_at}
            onChange={(event) => change({ preview_at: event.currentTarget.value })}
            error={errorOf("preview_at")}
          />
          {tiers.length > 0 && (
            <Select
              label={termWords.tier}
              placeholder={termWords.noTier}
              data={tiers}
              value={values.price_tier || null}
              onChange={(code) => change({ price_tier: code ?? "" })}
              error={errorOf("price_tier")}
              clearable
            />
          )}
        </SimpleGrid>
        {tiers.length > 0 && (
          <FoldedPart
            title={termWords.tracks}
            about={termWords.count(Object.values(values.tracks).filter(Boolean).length)}
            isUrgent={errorOf("track_price_tiers") !== undefined}
          >
            <TrackTiers
              release_id={release_id}
              tiers={tiers}
              chosen={values.tracks}
              onChange={(tracks) => change({ tracks })}
            />
          </FoldedPart>
        )}
      </Stack>
    </Fieldset>
  );
}

type TrackTiersProps = {
  release_id: string;
  tiers: readonly { value: string; label: string }[];
  chosen: TermValues["tracks"];
  onChange: (chosen: TermValues["tracks"]) => void;
};

/** The browser's own lists: a release may have many tracks. */
function TrackTiers({ release_id, tiers, chosen, onChange }: TrackTiersProps) {
  const tracks = useTracks(release_id);
  const options = [{ value: "", label: termWords.asRelease }, ...tiers];
  return tracks.data?.map(({ id, title }) => (
    <NativeSelect
      key={id}
      label={title}
      data={options}
      value={chosen[id] ?? ""}
      onChange={(event) => onChange({ ...chosen, [id]: event.currentTarget.value })}
    />
  ));
}
