// Turns one kind of mail off by the link in such a mail. It asks first: programs that look at mails follow links, too.

import { Alert, Button } from "@mantine/core";
import { unsubscribe } from "../../data/api.ts";
import { useAct } from "../../data/data.ts";
import { Refused } from "../../forms/refused.tsx";
import { showWord } from "../../values/format.ts";
import { useLinkToken } from "../link-token.ts";
import { DoorFrame, type OutsideProps } from "./door-frame.tsx";
import { NoToken, ToStart } from "./no-token.tsx";
import { unsubscribeWords } from "./words.ts";

export default function Unsubscribe({ state }: OutsideProps) {
  const token = useLinkToken();
  const act = useAct(unsubscribe, { isQuiet: true });
  if (!token) return <NoToken state={state} title={unsubscribeWords.title} text={unsubscribeWords.noToken} />;
  if (act.data)
    return (
      <DoorFrame environment={state.environment} title={unsubscribeWords.title}>
        <Alert color="blue" role="status">
          {unsubscribeWords.done(showWord(act.data.kind))}
        </Alert>
        <ToStart />
      </DoorFrame>
    );
  return (
    <DoorFrame environment={state.environment} title={unsubscribeWords.title} about={unsubscribeWords.about}>
      <Refused error={act.error} />
      <Button loading={act.isPending} onClick={() => act.mutate(token)}>
        {unsubscribeWords.send}
      </Button>
    </DoorFrame>
  );
}
