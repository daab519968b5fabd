import {
  Button,
  Fieldset,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { type ReviewMode, tiers } from "@segue/sdk";
import { errorAt, fieldErrors, useAct } from "../../../data/data.ts";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import { Refused } from "../../../forms/refused.tsx";
import { TerritoryPicker } from "../../../forms/territory-picker.tsx";
import { showWord } from "../../../values/format.ts";
import { formErrors, type OrganizationValues } from "./organization-settings.ts";

type OrganizationFormProps<Saved> = {
  initial: OrganizationValues;
  isNew?: boolean;
  save: (values: OrganizationValues) => Promise<Saved>;
  done: string;
  onDone?: (saved: Saved) => void;
};

type Form = UseFormReturnType<OrganizationValues>;

export function OrganizationForm<Saved>({ initial, isNew = false, save, done, onDone }: OrganizationFormProps<Saved>) {
  const form = useForm<OrganizationValues>({ initialValues: initial });
  const saving = useAct(save, {
    done,
    isQuiet: true,
    onDone: (saved) => {
      form.resetDirty();
      onDone?.(saved);
    },
  });
  const submit = form.onSubmit((values) =>
    saving.mutate(values, { onError: (error) => form.setErrors(formErrors(fieldErrors(error))) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refused error={saving.error} />
        <Basics form={form} isNew={isNew} />
        <Money form={form} />
        <Identifiers form={form} isNew={isNew} />
        <Limits form={form} />
        <Fieldset legend="Licensed territories">
          <TerritoryPicker
            value={form.values.licensed_territories}
            onChange={(codes) => form.setFieldValue("licensed_territories", codes)}
            label="Where it may distribute"
            error={errorAt(form.errors, "licensed_territories")}
          />
        </Fieldset>
        <Group>
          <Button type="submit" loading={saving.isPending} disabled={!isNew && !form.isDirty()}>
            {isNew ? "Create the organization" : "Save changes"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const reviewModes: Readonly<Record<ReviewMode, string>> = {
  automatic: "Automatic: approved at once",
  manual: "Manual: they wait for the operator",
};

function Basics({ form, isNew }: { form: Form; isNew: boolean }) {
  return (
    <Fieldset legend="Organization">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Name" required data-autofocus={isNew || undefined} {...form.getInputProps("name")} />
        <TextInput
          label="Label"
          description="For releases that do not name one."
          placeholder={form.values.name}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("label")}
        />
        <Select
          label="Tier"
          data={tiers.map((value) => ({ value, label: showWord(value) }))}
          allowDeselect={false}
          {...form.getInputProps("tier")}
        />
        <Select
          label="Review of submissions"
          data={Object.entries(reviewModes).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps("review")}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

function Money({ form }: { form: Form }) {
  return (
    <Fieldset legend="Money">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Distribution fee (%)" inputMode="decimal" {...form.getInputProps("fee_percent")} />
          <TextInput label="Withholding tax (%)" inputMode="decimal" {...form.getInputProps("withholding_percent")} />
        </SimpleGrid>
        {form.values.withholding_percent !== "0" && (
          <TerritoryPicker
            label="Where usage is taxed"
            worldwide="Everywhere"
            value={form.values.withholding_territories.length > 0 ? form.values.withholding_territories : ["WORLD"]}
            onChange={(codes) => form.setFieldValue("withholding_territories", codes.includes("WORLD") ? [] : codes)}
            error={errorAt(form.errors, "withholding_territories")}
          />
        )}
        <Text size="sm" fw={500}>
          Least amount of a payout
        </Text>
        {form.values.minimum_payouts.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
          <Group key={index} align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={`Currency ${index + 1}`}
              placeholder="EUR"
              maxLength={3}
              w={90}
              {...form.getInputProps(`minimum_payouts.${index}.currency`)}
            />
            <TextInput
              aria-label={`Least amount ${index + 1}`}
              placeholder="50.00"
              inputMode="decimal"
              error={form.errors[`minimum_payouts.${form.values.minimum_payouts[index]?.currency}`]}
              {...form.getInputProps(`minimum_payouts.${index}.amount`)}
            />
            <RemoveRow
              what={`least amount ${index + 1}`}
              onClick={() => form.removeListItem("minimum_payouts", index)}
            />
          </Group>
        ))}
        <AddRow
          what="Add a currency"
          onClick={() => form.insertListItem("minimum_payouts", { currency: "", amount: "" })}
        />
      </Stack>
    </Fieldset>
  );
}

function Identifiers({ form, isNew }: { form: Form; isNew: boolean }) {
  return (
    <Fieldset legend="Identifiers">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="ISRC prefix" placeholder="QZABC" {...form.getInputProps("isrc_prefix")} />
          <TextInput label="DDEX Party ID" placeholder="PADPIDA2013020802I" {...form.getInputProps("ddex_party_id")} />
        </SimpleGrid>
        <Text size="sm" fw={500}>
          UPC ranges
        </Text>
        {isNew && form.values.upc_ranges.length === 0 && (
          <Text size="sm" c="dimmed">
            Without a range it gets a block of its own.
          </Text>
        )}
        {form.values.upc_ranges.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
          <Group key={index} align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={`First UPC of range ${index + 1}`}
              placeholder="03600029100"
              {...form.getInputProps(`upc_ranges.${index}.first`)}
              error={form.errors[`upc_ranges.${index}.first`] ?? form.errors[`upc_ranges.${index}`]}
            />
            <TextInput
              aria-label={`Last UPC of range ${index + 1}`}
              placeholder="03600029199"
              {...form.getInputProps(`upc_ranges.${index}.last`)}
            />
            <RemoveRow what={`range ${index + 1}`} onClick={() => form.removeListItem("upc_ranges", index)} />
          </Group>
        ))}
        <AddRow what="Add a range" onClick={() => form.insertListItem("upc_ranges", { first: "", last: "" })} />
      </Stack>
    </Fieldset>
  );
}

function Limits({ form }: { form: Form }) {
  return (
    <Fieldset legend="Limits">
      <Stack>
        <Switch
          label="A rate limit of its own, in place of the tier's"
          {...form.getInputProps("has_own_rate", { type: "checkbox" })}
        />
        {form.values.has_own_rate && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput label="Requests in a minute" min={1} {...form.getInputProps("per_minute")} />
            <NumberInput label="Requests in a second" min={1} {...form.getInputProps("burst")} />
          </SimpleGrid>
        )}
        <NumberInput
          label="Storage (GiB)"
          description="Empty: as the tier has."
          min={0}
          maw={240}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("storage_gib")}
        />
      </Stack>
    </Fieldset>
  );
}
