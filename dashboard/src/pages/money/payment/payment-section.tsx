// Where money is sent, as far as it is shown: the method and the last four characters.

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Payment, PaymentDetails } from "@segue/sdk";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Section } from "../../../components/section.tsx";
import { When } from "../../../components/when.tsx";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { paymentWords } from "./words.ts";

type PaymentSectionProps = {
  payment: Payment;
  mayChange: boolean;
  save: (details: PaymentDetails) => Promise<unknown>;
  remove: () => Promise<unknown>;
};

export function PaymentSection({ payment, mayChange, save, remove }: PaymentSectionProps) {
  const [isOpen, form] = useDisclosure();
  return (
    <Section title={paymentWords.title}>
      <Stack gap="sm">
        {payment ? (
          <Shown payment={payment} />
        ) : (
          <Text size="sm" c="dimmed">
            {paymentWords.none}
          </Text>
        )}
        {mayChange && (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={form.open}>
              {payment ? paymentWords.replace : paymentWords.add}
            </Button>
            {payment && (
              <ConfirmButton
                size="xs"
                label={paymentWords.remove}
                title={paymentWords.removeQuestion}
                act={remove}
                done={paymentWords.removed}
              >
                {paymentWords.removeHint}
              </ConfirmButton>
            )}
          </Group>
        )}
      </Stack>
      {isOpen && <PaymentForm save={save} close={form.close} />}
    </Section>
  );
}

function Shown({ payment }: { payment: NonNullable<Payment> }) {
  const { method, last4, changed_at, is_readable } = payment;
  return (
    <>
      {!is_readable && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={paymentWords.unreadable}>
          {paymentWords.unreadableHint}
        </Alert>
      )}
      <div>
        <Text fw={600} size="sm">
          {paymentWords.ending(paymentWords.methods[method], last4)}
        </Text>
        <Text size="xs" c="dimmed">
          {paymentWords.changed} <When at={changed_at} />
        </Text>
      </div>
    </>
  );
}
