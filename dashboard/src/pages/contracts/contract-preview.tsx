// A preview of a contract that is saved: the service works it out.

import { Stack } from "@mantine/core";
import type { Contract } from "@segue/sdk";
import { useState } from "react";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { type Asked, OutcomeTable, SaleFields } from "./outcome.tsx";
import { amountIn, isKnownCurrency } from "./previewing.ts";
import { previewWords } from "./words.ts";

type ContractPreviewProps = { contract: Contract; nameOf: (payee_id: string) => string };

export function ContractPreview({ contract, nameOf }: ContractPreviewProps) {
  const { id, terms, recoupment } = contract;
  const [asked, setAsked] = useState<Asked>({ currency: recoupment[0]?.currency ?? "EUR" });
  const isKnown = isKnownCurrency(asked.currency);
  const preview = useRead(
    ["contracts.preview", id, asked],
    async () => {
      const { currency, store_id, territory } = asked;
      const outcome = await segue.contracts.preview(id, { currency, amount: amountIn(currency), store_id, territory });
      return { outcome, currency };
    },
    { isEnabled: isKnown },
  );
  return (
    <Section title={previewWords.title} about={previewWords.hint}>
      <Stack>
        <SaleFields terms={terms} asked={asked} onChange={setAsked} />
        {isKnown && (
          <Ready of={preview}>
            {({ outcome, currency }) => <OutcomeTable outcome={outcome} currency={currency} nameOf={nameOf} />}
          </Ready>
        )}
      </Stack>
    </Section>
  );
}
