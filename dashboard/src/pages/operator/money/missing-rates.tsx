// The exchange rates that a close of a month would lack now, each with a field to set it.

import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { MissingRate } from "@segue/sdk";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { segue } from "../../../data/api.ts";
import { errorAt, fieldErrors, useAct } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import { Refused } from "../../../forms/refused.tsx";
import { showExactMoney, showMonth } from "../../../values/format.ts";
import { missingWords as words } from "./words.ts";

type MissingRatesProps = { period: string; missing: readonly MissingRate[] };

export function MissingRates({ period, missing }: MissingRatesProps) {
  const maySet = useMayOperate()("POST", "setExchangeRate");
  if (missing.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={words.title(missing.length)}>
      <Stack gap="sm">
        <Text size="sm">{words.hint(showMonth(period))}</Text>
        {missing.map((rate) => (
          <div key={`${period} ${rate.from} ${rate.to}`}>
            <Text size="sm">
              <b>{words.pair(rate.from, rate.to)}</b> {words.waits(showExactMoney(rate.amount, rate.from), rate)}
            </Text>
            {maySet && <SetRate period={period} missing={rate} />}
          </div>
        ))}
      </Stack>
    </Alert>
  );
}

function SetRate({ period, missing: { from, to } }: { period: string; missing: MissingRate }) {
  const [rate, setRate] = useState("");
  const [error, setError] = useState<string>();
  const setting = useAct(() => segue.operator.exchangeRates.create({ period, from, to, rate: rate.trim() }), {
    done: words.done(words.pair(from, to), showMonth(period)),
    isQuiet: true,
  });
  const submit = () => {
    setError(undefined);
    setting.mutate(undefined, { onError: (refused) => setError(errorAt(fieldErrors(refused), "rate")) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Refused error={error === undefined ? setting.error : null} />
      <Group align="flex-start" gap="xs" mt={4}>
        <TextInput
          aria-label={words.rate(words.pair(from, to))}
          placeholder="0.9214"
          inputMode="decimal"
          w={140}
          value={rate}
          onChange={(event) => setRate(event.currentTarget.value)}
          error={error}
        />
        <Button type="submit" variant="default" loading={setting.isPending} disabled={!rate.trim()}>
          {words.send}
        </Button>
      </Group>
    </form>
  );
}
