import { Card, Progress, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { lastRateUse, segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { showNumber } from "../../values/format.ts";

const MUCH = 80;
const LOOK_MS = 1_000;

/** It comes with every answer, so it is looked at and not asked for. */
function useRateUse() {
  const [use, setUse] = useState(lastRateUse);
  useEffect(() => {
    const timer = setInterval(() => setUse(lastRateUse()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return use;
}

/** How many of its requests this minute the dashboard has used. Programs have a count of their own. */
export function RateUse() {
  const organization = useRead(["organization.get"], () => segue.organization.get(), { isSteady: true });
  const use = useRateUse();
  return (
    <Section title="Rate limit">
      <Ready of={organization}>
        {({ tier }) => {
          const used = use ? use.limit - use.remaining : 0;
          const share = use ? (used * 100) / use.limit : 0;
          return (
            <Card withBorder>
              <Text size="sm" mb="xs">
                {use
                  ? `${showNumber(used)} of ${showNumber(use.limit)} requests used in this minute`
                  : "No limit was reported yet."}
              </Text>
              <Progress
                value={share}
                color={share > MUCH ? "orange" : "segue"}
                aria-label="Requests used in this minute"
              />
              <Text size="xs" c="dimmed" mt="xs">
                Your tier is {tier}. More than the limit is answered with 429 and the seconds to wait; the SDK waits by
                itself.
              </Text>
            </Card>
          );
        }}
      </Ready>
    </Section>
  );
}
