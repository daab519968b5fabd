// Invites a person, or gives another role. Labels and payees are asked for only where the role has them.

import { Select, TagsInput, Text, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { errorAt, fieldErrors, useAct } from "../../data/data.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { showWord } from "../../values/format.ts";
import { RoleSummary } from "./roles.tsx";
import type { Seat, SeatPlace } from "./seat.ts";
import { PAYEE, PayeesField } from "./seat-payees.tsx";
import { roleWords, seatWords } from "./words.ts";

const words = seatWords.form;
const MAX_LABELS = 50;
const LABEL_LENGTH = 200;

type Values = { email: string; role: string; labels: string[]; payee_ids: string[] };

/** Without `labels` and `payee_ids` where a role can have none: the service refuses them. */
function chosen(place: SeatPlace, { role, labels, payee_ids }: Values) {
  if (place.rolesWithLabels.length === 0) return { role };
  return {
    role,
    labels: place.rolesWithLabels.includes(role) && labels.length > 0 ? labels : null,
    payee_ids: role === PAYEE && payee_ids.length > 0 ? payee_ids : null,
  };
}

type InviteFormProps = {
  place: SeatPlace;
  isOpen: boolean;
  close: () => void;
  /** The link to accept it, where the service shows one. */
  onLink: (url: string | null) => void;
};

export function InviteForm({ place, isOpen, close, onLink }: InviteFormProps) {
  const form = useForm<Values>({
    initialValues: { email: "", role: place.roles.findLast((role) => role !== PAYEE) ?? "", labels: [], payee_ids: [] },
  });
  const invite = useAct((values: Values) => place.invite({ email: values.email.trim(), ...chosen(place, values) }), {
    done: () => seatWords.invited(form.values.email.trim()),
    isQuiet: true,
    onDone: ({ invitation_url }) => {
      form.reset();
      close();
      onLink(invitation_url);
    },
  });
  const submit = form.onSubmit((values) =>
    invite.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <ActModal
      title={seatWords.invite}
      isOpen={isOpen}
      close={close}
      action={words.invite}
      isBusy={invite.isPending}
      error={invite.error}
      onSubmit={submit}
    >
      <TextInput
        type="email"
        label={words.email}
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps("email")}
      />
      <RoleFields place={place} form={form} />
    </ActModal>
  );
}

type ChangeFormProps = { place: SeatPlace; seat: Seat; isOpen: boolean; close: () => void };

export function ChangeForm({ place, seat, isOpen, close }: ChangeFormProps) {
  const form = useForm<Values>({
    initialValues: {
      email: seat.person.email,
      role: seat.role,
      labels: [...(seat.labels ?? [])],
      payee_ids: [...(seat.payee_ids ?? [])],
    },
  });
  const save = useAct((values: Values) => place.update(seat.id, chosen(place, values)), {
    done: seatWords.changed,
    isQuiet: true,
    onDone: close,
  });
  const submit = form.onSubmit((values) =>
    save.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <ActModal
      title={seat.person.name}
      isOpen={isOpen}
      close={close}
      action={words.save}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
    >
      <RoleFields place={place} form={form} />
    </ActModal>
  );
}

function RoleFields({ place, form }: { place: SeatPlace; form: UseFormReturnType<Values> }) {
  const { role } = form.values;
  const isLimited = place.roles.some((known) => !place.mayGive(known));
  return (
    <>
      <Select
        label={words.role}
        data={place.roles.map((known) => ({
          value: known,
          label: showWord(known),
          disabled: !place.mayGive(known),
        }))}
        allowDeselect={false}
        required
        {...form.getInputProps("role")}
      />
      <RoleSummary role={role} isStaff={place.rolesWithLabels.length === 0} />
      {isLimited && (
        <Text size="xs" c="dimmed">
          {roleWords.needsMore}
        </Text>
      )}
      {role === PAYEE && (
        <PayeesField
          place={place}
          value={form.values.payee_ids}
          onChange={(ids) => form.setFieldValue("payee_ids", ids)}
          error={errorAt(form.errors, "payee_ids")}
        />
      )}
      {place.rolesWithLabels.includes(role) && (
        <TagsInput
          label={words.labels}
          description={words.labelsHint}
          placeholder={words.addLabel}
          maxTags={MAX_LABELS}
          maxLength={LABEL_LENGTH}
          // A label may have a comma in its name.
          splitChars={[]}
          acceptValueOnBlur
          {...form.getInputProps("labels")}
        />
      )}
    </>
  );
}
