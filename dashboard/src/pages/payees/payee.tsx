// One payee: its balance, where it is paid, its tax, its contracts and its statements.

import { Button, SimpleGrid, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Payee } from "@segue/sdk";
import { Facts } from "../../components/facts.tsx";
import { Id } from "../../components/id.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { toneOf } from "../../components/status.tsx";
import { StatusLine } from "../../components/status-line.tsx";
import { segue } from "../../data/api.ts";
import { useAct, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { navigate, type PageProps } from "../../router.tsx";
import {
  showDate,
  showDay,
  showExactMoney,
  showRate,
  showTerritories,
  showTerritory,
  showWord,
} from "../../values/format.ts";
import { PaymentSection } from "../money/payment/payment-section.tsx";
import { PayeeForm } from "./payee-form.tsx";
import { PayeeContracts, PayeeStatements } from "./payee-lists.tsx";
import { PayeeMoney } from "./payee-money.tsx";
import { changesOf, valuesOf } from "./payee-values.ts";
import { payeeFormWords, payeesWords, payeeWords, payerWords, taxWords } from "./words.ts";

export default function PayeePage({ params: { payee_id = "" } }: PageProps) {
  const payee = useRead(["payees.get", payee_id], () => segue.payees.get(payee_id));
  return (
    <Ready of={payee} isPage>
      {(found) => <ShownPayee payee={found} />}
    </Ready>
  );
}

function ShownPayee({ payee }: { payee: Payee }) {
  const { id, name, status, paid_by } = payee;
  const mayWrite = useMay()("payees:write");
  return (
    <>
      <PageHead
        title={name}
        back={{ to: "/payees", label: payeesWords.title }}
        about={<StatusLine tone={toneOf(status)} parts={[showWord(status), payerWords[paid_by]]} />}
      >
        {mayWrite && <PayeeActs payee={payee} />}
      </PageHead>
      <Stack gap="xl">
        <PayeeMoney payee={payee} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <PaymentSection
            payment={payee.payment}
            mayChange={mayWrite}
            save={(details) => segue.payees.payment.update(id, details)}
            remove={() => segue.payees.payment.delete(id)}
          />
          <TaxSection payee={payee} />
        </SimpleGrid>
        <PayeeContracts payee_id={id} />
        <PayeeStatements payee_id={id} />
        <Details payee={payee} />
      </Stack>
    </>
  );
}

function PayeeActs({ payee }: { payee: Payee }) {
  const { id, name, status } = payee;
  const [isOpen, form] = useDisclosure();
  const restore = useAct(() => segue.payees.update(id, { status: "active" }), { done: payeeWords.restored(name) });
  return (
    <>
      <Button variant="default" onClick={form.open}>
        {payeeWords.edit}
      </Button>
      {status === "archived" ? (
        <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
          {payeeWords.restore}
        </Button>
      ) : (
        <ConfirmButton
          label={payeeWords.archive}
          title={payeeWords.archiveQuestion(name)}
          act={() => segue.payees.update(id, { status: "archived" })}
          done={payeeWords.archived(name)}
          isHarmless
        >
          {payeeWords.archiveHint}
        </ConfirmButton>
      )}
      <ConfirmButton
        label={payeeWords.delete}
        title={payeeWords.deleteQuestion(name)}
        act={() => segue.payees.delete(id)}
        done={payeeWords.deleted(name)}
        onDone={() => navigate("/payees", { replaces: true })}
      >
        {payeeWords.deleteHint}
      </ConfirmButton>
      {isOpen && (
        <PayeeForm
          title={payeeFormWords.editTitle}
          action={payeeFormWords.save}
          initial={valuesOf(payee)}
          close={form.close}
          save={(values) => segue.payees.update(id, changesOf(valuesOf(payee), values))}
          done={payeeFormWords.saved}
        />
      )}
    </>
  );
}

function TaxSection({ payee: { tax } }: { payee: Payee }) {
  const { country, form, received_on, expires_on } = tax;
  const isExpired = expires_on !== null && expires_on < new Date().toISOString().slice(0, 10);
  const expires = expires_on === null ? taxWords.unknown : showDate(expires_on);
  return (
    <Section title={taxWords.title}>
      <Facts
        of={[
          [taxWords.country, country ? showTerritory(country) : taxWords.unknown],
          [taxWords.form, form ? taxWords.forms[form] : taxWords.noForm],
          [taxWords.received, received_on ? showDate(received_on) : taxWords.unknown],
          [taxWords.expires, isExpired ? `${expires} (${taxWords.expired})` : expires],
          [taxWords.withheld, sayWithheld(tax)],
        ]}
      />
    </Section>
  );
}

function sayWithheld({ withholding_rate, withholding_territories }: Payee["tax"]): string {
  if (!/[1-9]/.test(withholding_rate)) return taxWords.notWithheld;
  const rate = showRate(withholding_rate);
  return withholding_territories
    ? taxWords.withheldIn(rate, showTerritories(withholding_territories))
    : taxWords.withheldEverywhere(rate);
}

function Details({ payee }: { payee: Payee }) {
  const { facts } = payeeWords;
  const minimums = Object.entries(payee.minimum_payouts).map(([currency, amount]) => showExactMoney(amount, currency));
  return (
    <Section title={payeeWords.details}>
      <Facts
        of={[
          [facts.email, payee.email ?? facts.none],
          [facts.externalId, payee.external_id ?? facts.none],
          [facts.minimums, minimums.join(", ") || facts.noMinimum],
          [facts.created, showDay(payee.created_at)],
          [facts.id, <Id key="id" value={payee.id} />],
        ]}
      />
    </Section>
  );
}
