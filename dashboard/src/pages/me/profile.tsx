import { Button, Card, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Me } from "@segue/sdk";
import { Facts } from "../../components/facts.tsx";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct } from "../../data/data.ts";
import { askForSession } from "../../data/session.ts";
import { Refused } from "../../forms/refused.tsx";
import { showDay, showWord } from "../../values/format.ts";
import { profileWords } from "./words.ts";

const { facts, name: nameWords, password: passwordWords } = profileWords;

export function Profile({ me }: { me: Me }) {
  return (
    <Stack gap="xl">
      <Card withBorder>
        <Facts
          of={[
            [facts.email, me.email],
            [facts.verified, me.email_verified_at ? showDay(me.email_verified_at) : facts.notVerified],
            [facts.role, rolesOf(me)],
            [facts.provider, me.identity_provider ?? facts.none],
            [facts.since, showDay(me.created_at)],
            [facts.lastSignIn, me.last_sign_in_at ? <When key="at" at={me.last_sign_in_at} /> : facts.none],
          ]}
        />
      </Card>
      <Section title={nameWords.title}>
        <NameForm me={me} />
      </Section>
      <Section title={passwordWords.title} about={me.has_password ? passwordWords.about : passwordWords.none}>
        {me.has_password && <PasswordForm />}
      </Section>
    </Stack>
  );
}

function rolesOf({ memberships, staff_role }: Me): string {
  const seats = memberships.map(({ role, organization_name }) => facts.roleAt(showWord(role), organization_name));
  if (staff_role) seats.push(facts.roleAt(showWord(staff_role), facts.operator));
  return seats.join(", ") || facts.none;
}

const FORM_WIDTH = 420;

function NameForm({ me }: { me: Me }) {
  const form = useForm({ initialValues: { name: me.name } });
  const save = useAct((name: string) => segue.me.update({ name }), {
    done: nameWords.done,
    isQuiet: true,
    onDone: askForSession,
  });
  const submit = form.onSubmit(({ name }) =>
    save.mutate(name.trim(), { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack maw={FORM_WIDTH}>
        <TextInput
          label={nameWords.field}
          autoComplete="name"
          maxLength={200}
          required
          {...form.getInputProps("name")}
        />
        <Refused error={save.error} />
        <Button type="submit" w="fit-content" loading={save.isPending}>
          {nameWords.send}
        </Button>
      </Stack>
    </form>
  );
}

function PasswordForm() {
  const form = useForm({ initialValues: { password: { current: "", new: "" } } });
  const save = useAct((password: { current: string; new: string }) => segue.me.update({ password }), {
    done: passwordWords.done,
    isQuiet: true,
    onDone: form.reset,
  });
  const submit = form.onSubmit(({ password }) =>
    save.mutate(password, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack maw={FORM_WIDTH}>
        <PasswordInput
          label={passwordWords.current}
          autoComplete="current-password"
          required
          {...form.getInputProps("password.current")}
        />
        <PasswordInput
          label={passwordWords.next}
          description={passwordWords.hint}
          autoComplete="new-password"
          required
          {...form.getInputProps("password.new")}
        />
        <Refused error={save.error} />
        <Button type="submit" w="fit-content" loading={save.isPending}>
          {passwordWords.send}
        </Button>
      </Stack>
    </form>
  );
}
