// The rules of a store: what it can do, what it asks of releases, where it sells.

import { Checkbox, Select, SimpleGrid, TextInput } from "@mantine/core";
import { type MessageFormat as Format, type Store, storeMigrations } from "@segue/sdk";
import { errorAt } from "../../../data/data.ts";
import { FormPart } from "../../../forms/form-part.tsx";
import { TerritoryPicker } from "../../../forms/territory-picker.tsx";
import { below, Settings } from "./connector-fields.tsx";
import { connectorFormOf } from "./connector-forms.ts";
import { Deals } from "./parties-and-deals.tsx";
import { RuleRows } from "./rule-rows.tsx";
import type { StoreFormOf } from "./store-settings.ts";
import { ruleWords } from "./words.ts";

const abilities: Readonly<Record<Exclude<keyof Store["capabilities"], "message_format">, string>> = ruleWords.abilities;
const formats: Readonly<Record<Format, string>> = ruleWords.formats;

export function Capabilities({ form }: { form: StoreFormOf }) {
  return (
    <FormPart title={ruleWords.can}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {Object.entries(abilities).map(([name, label]) => (
          <Checkbox key={name} label={label} {...form.getInputProps(`capabilities.${name}`, { type: "checkbox" })} />
        ))}
      </SimpleGrid>
    </FormPart>
  );
}

/** How messages are written, and where the store's answers are found. */
export function MessageRules({ form }: { form: StoreFormOf }) {
  return (
    <FormPart title={ruleWords.messages}>
      <MessageFormat form={form} />
      {form.values.capabilities.message_format === "ern_3.8.3" && <ReleaseProfile form={form} />}
      <Settings form={form} part="rules" />
      {connectorFormOf(form.values.kind)?.isErn && <Deals form={form} />}
    </FormPart>
  );
}

function MessageFormat({ form }: { form: StoreFormOf }) {
  return (
    <Select
      label={ruleWords.format}
      data={Object.entries(formats).map(([value, label]) => ({ value, label }))}
      allowDeselect={false}
      {...form.getInputProps("capabilities.message_format")}
    />
  );
}

/** Only messages of ERN 3 name one. */
function ReleaseProfile({ form }: { form: StoreFormOf }) {
  return (
    <TextInput
      label={ruleWords.profile}
      description={ruleWords.profileHint}
      inputWrapperOrder={below}
      placeholder={ruleWords.profilePlaceholder}
      maxLength={200}
      {...form.getInputProps("release_profile")}
    />
  );
}

export function RequirementFields({ form }: { form: StoreFormOf }) {
  return (
    <FormPart title={ruleWords.asks}>
      <Select
        label={ruleWords.requirements}
        data={[
          { value: "standard", label: ruleWords.requirementKinds.standard },
          { value: "none", label: ruleWords.requirementKinds.none },
          { value: "own", label: ruleWords.requirementKinds.own },
        ]}
        allowDeselect={false}
        {...form.getInputProps("requirements")}
      />
      {form.values.requirements === "own" && (
        <RuleRows
          rules={form.values.own_requirements}
          onChange={(rules) => {
            form.setFieldValue("own_requirements", rules);
            form.clearErrors();
          }}
          errorOf={(field) => errorAt(form.errors, `own_requirements.${field}`)}
        />
      )}
      <Select
        label={ruleWords.migration}
        description={ruleWords.migrationHint}
        inputWrapperOrder={below}
        data={storeMigrations.map((value) => ({ value, label: ruleWords.migrations[value] }))}
        allowDeselect={false}
        {...form.getInputProps("migration")}
      />
    </FormPart>
  );
}

export function Territories({ form }: { form: StoreFormOf }) {
  return (
    <FormPart title={ruleWords.territories}>
      <TerritoryPicker
        label={ruleWords.sells}
        value={form.values.territories}
        onChange={(codes) => form.setFieldValue("territories", codes)}
        error={errorAt(form.errors, "territories")}
      />
    </FormPart>
  );
}
