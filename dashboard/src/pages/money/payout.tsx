// One payout: where it stands, what it waits for, and what can be done about it.

import { Alert, Anchor, List, Stack, Text } from "@mantine/core";
import { type Payout, payoutMoves } from "@segue/sdk";
import { IconHandStop, IconX } from "@tabler/icons-react";
import { type Fact, Facts } from "../../components/facts.tsx";
import { Id } from "../../components/id.tsx";
import { Money } from "../../components/money.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { canStart } from "../../data/moves.ts";
import { useIsSandbox, useMay } from "../../data/session.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { Link, type PageProps } from "../../router.tsx";
import { showExactMoney, showTime, showWord } from "../../values/format.ts";
import { PayoutSimulation } from "./payout-simulation.tsx";
import { PayoutTimeline } from "./payout-timeline.tsx";
import { payoutsWords, payoutWords } from "./words.ts";

export default function PayoutPage({ params: { payout_id = "" } }: PageProps) {
  const payout = useRead(["payouts.get", payout_id], () => segue.payouts.get(payout_id), { isLive: true });
  const isSandbox = useIsSandbox();
  return (
    <Ready of={payout} isPage>
      {(found) => (
        <>
          <Head payout={found} />
          <Stack gap="lg">
            <div aria-live="polite">
              <WhatToDo payout={found} />
            </div>
            <PayoutTimeline payout={found} />
            <Details payout={found} />
            {isSandbox && <PayoutSimulation payout={found} />}
          </Stack>
        </>
      )}
    </Ready>
  );
}

function Head({ payout: { id, amount, currency, status, payee_id, payee_name } }: { payout: Payout }) {
  const shown = showExactMoney(amount, currency);
  const canAct = useMay()("payouts:write");
  return (
    <PageHead
      title={payoutWords.title(shown)}
      about={<Status value={status} />}
      back={{ to: "/payouts", label: payoutsWords.title }}
    >
      {canStart(payoutMoves.cancel, status) && canAct && (
        <ConfirmButton
          label={payoutWords.cancel}
          title={payoutWords.cancelQuestion}
          act={() => segue.payouts.cancel(id)}
          done={payoutWords.cancelled}
        >
          {payoutWords.cancelHint(shown, payee_id && (payee_name ?? payoutWords.details.aPayee.toLowerCase()))}
        </ConfirmButton>
      )}
    </PageHead>
  );
}

function WhatToDo({ payout: { hold, status, failure_reason } }: { payout: Payout }) {
  if (hold)
    return (
      <Alert color="orange" icon={<IconHandStop aria-hidden />} title={payoutWords.onHold[hold.code]}>
        <Text size="sm">{hold.reason}</Text>
        {hold.required_actions.length > 0 ? (
          <>
            <Text size="sm" fw={600} mt="xs">
              {payoutWords.requiredActions}
            </Text>
            <List size="sm" type="ordered">
              {hold.required_actions.map((action) => (
                <List.Item key={action}>{action}</List.Item>
              ))}
            </List>
          </>
        ) : (
          <Text size="sm" mt="xs">
            {payoutWords.noRequiredActions}
          </Text>
        )}
      </Alert>
    );
  if (status !== "failed") return null;
  return (
    <Alert color="red" icon={<IconX aria-hidden />} title={payoutWords.failed}>
      {failure_reason ?? payoutWords.noFailureReason} {payoutWords.afterFailure}
    </Alert>
  );
}

function Details({ payout }: { payout: Payout }) {
  const facts: readonly Fact[] = [
    [payoutWords.details.amount, <Money key="amount" amount={payout.amount} currency={payout.currency} />],
    ...(payout.payee_id === null ? [] : [payeeFact(payout.payee_id, payout.payee_name)]),
    [payoutWords.details.status, showWord(payout.status)],
    [payoutWords.details.requested, showTime(payout.created_at)],
    [payoutWords.details.changed, showTime(payout.updated_at)],
    [payoutWords.details.reference, payout.reference ?? "–"],
    [payoutWords.details.id, <Id key="id" value={payout.id} />],
  ];
  return (
    <Section title={payoutWords.details.title}>
      <Facts of={facts} />
    </Section>
  );
}

/** Without the scope to read payees, it has no name, and no page. */
function payeeFact(payee_id: string, name: string | null): Fact {
  const shown =
    name === null ? (
      payoutWords.details.aPayee
    ) : (
      <Anchor component={Link} to={`/payees/${payee_id}`} inherit>
        {name}
      </Anchor>
    );
  return [payoutWords.details.payee, shown];
}
