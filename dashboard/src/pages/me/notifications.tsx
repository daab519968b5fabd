import { Stack, Switch } from "@mantine/core";
import type { Me } from "@segue/sdk";
import { Section } from "../../components/section.tsx";
import { segue } from "../../data/api.ts";
import { useAct } from "../../data/data.ts";
import { FormPart } from "../../forms/form-part.tsx";
import { showWord } from "../../values/format.ts";
import { notificationWords } from "./words.ts";

type Kind = keyof typeof notificationWords.when;

/** Kinds that only staff gets. All others are for members. */
const staffKinds: readonly string[] = ["review", "store", "job", "payout_request"] satisfies Kind[];

export function Notifications({ me }: { me: Me }) {
  const kinds = (Object.keys(notificationWords.when) as Kind[]).filter((kind) => kind in me.notifications);
  const ofStaff = kinds.filter((kind) => staffKinds.includes(kind));
  const ofMembers = kinds.filter((kind) => !staffKinds.includes(kind));
  return (
    <Section title={notificationWords.title} about={notificationWords.about}>
      <Stack>
        {me.memberships.length > 0 && (
          <FormPart title={notificationWords.ofMembers}>
            <Toggles me={me} kinds={ofMembers} />
          </FormPart>
        )}
        {me.staff_role !== null && (
          <FormPart title={notificationWords.ofStaff}>
            <Toggles me={me} kinds={ofStaff} />
          </FormPart>
        )}
      </Stack>
    </Section>
  );
}

function Toggles({ me, kinds }: { me: Me; kinds: readonly Kind[] }) {
  return kinds.map((kind) => <Toggle key={kind} kind={kind} isOn={me.notifications[kind] ?? false} />);
}

function Toggle({ kind, isOn }: { kind: Kind; isOn: boolean }) {
  const set = useAct((wanted: boolean) => segue.me.update({ notifications: { [kind]: wanted } }));
  return (
    <Switch
      label={showWord(kind)}
      description={notificationWords.when[kind]}
      // While it is on its way, the wish is shown.
      checked={set.isPending ? set.variables : isOn}
      onChange={(event) => set.mutate(event.currentTarget.checked)}
    />
  );
}
