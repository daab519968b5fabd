import { Anchor, Button, Group, Stack } from "@mantine/core";
import type { Person, PersonChanges } from "@segue/sdk";
import { Facts } from "../../../components/facts.tsx";
import { Id } from "../../../components/id.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { Link } from "../../../router.tsx";
import { showDay, showTime } from "../../../values/format.ts";
import { peopleWords } from "./words.ts";

const { facts } = peopleWords;

export function PersonDetails({ person }: { person: Person }) {
  const mayOperate = useMayOperate();
  const { id, email_verified_at, last_sign_in_at } = person;
  return (
    <Stack>
      <Facts
        of={[
          [facts.email, person.email],
          [peopleWords.columns.status, <Status key="status" value={person.status} />],
          [facts.verified, email_verified_at ? showDay(email_verified_at) : facts.notVerified],
          [facts.password, person.has_password ? facts.hasPassword : facts.noPassword],
          [peopleWords.columns.factor, peopleWords.factors[person.second_factor]],
          [facts.provider, person.identity_provider ?? facts.noProvider],
          [facts.since, showDay(person.created_at)],
          [peopleWords.columns.signIn, last_sign_in_at ? showTime(last_sign_in_at) : peopleWords.never],
          [facts.id, <Id key="id" value={id} />],
        ]}
      />
      <Anchor component={Link} to={`/audit-log?actor=${id}`} size="sm" w="fit-content">
        {peopleWords.changes}
      </Anchor>
      {mayOperate("PATCH", "updatePerson") && <Acts person={person} />}
    </Stack>
  );
}

function Acts({ person: { id, name, status, second_factor, identity_provider } }: { person: Person }) {
  const change = (changes: PersonChanges) => segue.operator.people.update(id, changes);
  const enable = useAct(() => change({ status: "active" }), { done: peopleWords.enabled(name) });
  return (
    <Group gap="xs">
      {status === "active" && (
        <ConfirmButton
          label={peopleWords.disable}
          title={peopleWords.disableQuestion(name)}
          act={() => change({ status: "disabled" })}
          done={peopleWords.disabled(name)}
        >
          {peopleWords.disableHint}
        </ConfirmButton>
      )}
      {status === "disabled" && (
        <Button variant="default" loading={enable.isPending} onClick={() => enable.mutate(undefined)}>
          {peopleWords.enable}
        </Button>
      )}
      {second_factor !== "none" && (
        <ConfirmButton
          label={peopleWords.removeFactor}
          title={peopleWords.removeFactorQuestion(name)}
          act={() => change({ remove_second_factor: true })}
          done={peopleWords.factorRemoved}
        >
          {peopleWords.removeFactorHint}
        </ConfirmButton>
      )}
      {identity_provider !== null && (
        <ConfirmButton
          label={peopleWords.unbind}
          title={peopleWords.unbindQuestion(name)}
          act={() => change({ unbind_identity: true })}
          done={peopleWords.unbound}
        >
          {peopleWords.unbindHint}
        </ConfirmButton>
      )}
      <ConfirmButton
        label={peopleWords.erase}
        title={peopleWords.eraseQuestion(name)}
        act={() => segue.operator.people.delete(id)}
        done={peopleWords.erased}
      >
        {peopleWords.eraseHint}
      </ConfirmButton>
    </Group>
  );
}
