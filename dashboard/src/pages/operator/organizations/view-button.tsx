import type { Organization } from "@segue/sdk";
import { readSession, segue } from "../../../data/api.ts";
import { enterSession, useMayOperate, useSession } from "../../../data/session.ts";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { navigate } from "../../../router.tsx";
import { organizationWords } from "./words.ts";

/** For staff alone: a view belongs to a person, so that the audit logs can name one. */
export function ViewButton({ organization: { id, name } }: { organization: Organization }) {
  const isPerson = useSession()?.session?.person != null;
  const mayOperate = useMayOperate();
  if (!isPerson || !mayOperate("POST", "viewOrganization")) return null;
  const view = async () => {
    await segue.operator.organizations.view(id);
    return readSession();
  };
  return (
    <ConfirmButton
      label={organizationWords.view}
      title={organizationWords.viewQuestion(name)}
      act={view}
      done={organizationWords.viewing(name)}
      onDone={(state) => {
        enterSession(state);
        navigate("/");
      }}
      isHarmless
    >
      {organizationWords.viewHint}
    </ConfirmButton>
  );
}
