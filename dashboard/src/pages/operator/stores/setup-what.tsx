// The first step of a new store: a preset or a store of one's own, its name, and who its messages are for.

import { SimpleGrid, TextInput } from "@mantine/core";
import type { StorePreset } from "@segue/sdk";
import { useState } from "react";
import { FormPart } from "../../../forms/form-part.tsx";
import { KindSelect } from "./connector-fields.tsx";
import { connectorFormOf } from "./connector-forms.ts";
import { Recipients } from "./parties-and-deals.tsx";
import { PresetChoice } from "./preset-choice.tsx";
import { newStore, type StoreFormOf, storeIdOf, withPreset } from "./store-settings.ts";
import { storeFormWords } from "./words.ts";

/** `isNew` false: the store is there, so it keeps its id, and presets come too late. */
export function WhatStep({ form, isNew }: { form: StoreFormOf; isNew: boolean }) {
  const [preset, setPreset] = useState("");
  const choose = (chosen: StorePreset | undefined) => {
    setPreset(chosen?.preset ?? "");
    form.clearErrors();
    form.setValues(chosen ? withPreset(chosen) : newStore);
  };
  const rename = (name: string) => {
    const isDerived = isNew && form.values.store_id === storeIdOf(form.values.name);
    form.setValues({ name, ...(isDerived && { store_id: storeIdOf(name) }) });
    form.clearFieldError("name");
  };
  return (
    <>
      {isNew && <PresetChoice value={preset} onChoose={choose} />}
      <FormPart title={storeFormWords.theStore}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={storeFormWords.name}
            description={storeFormWords.nameHint}
            inputWrapperOrder={["label", "input", "description", "error"]}
            required
            {...form.getInputProps("name")}
            onChange={(event) => rename(event.currentTarget.value)}
          />
          <TextInput
            label={storeFormWords.id}
            description={storeFormWords.idHint}
            inputWrapperOrder={["label", "input", "description", "error"]}
            required
            disabled={!isNew}
            {...form.getInputProps("store_id")}
          />
        </SimpleGrid>
        <KindSelect form={form} />
        {connectorFormOf(form.values.kind)?.isErn && <Recipients form={form} />}
      </FormPart>
    </>
  );
}
