// The last 24 hours of an endpoint: how many attempts succeeded and failed in each, and how long answers took.

import type { WebhookHealth as Health } from "@segue/sdk";
import { OUTCOME_BARS_HEIGHT, type Outcome, OutcomeBars } from "../../charts/outcome-bars.tsx";
import { Section } from "../../components/section.tsx";
import { Failed } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { showHour, showNumber, showTime } from "../../values/format.ts";
import classes from "./webhook-health.module.css";
import { attemptWords, healthWords } from "./words.ts";

/** Its place is kept while it loads, so that the attempts below do not move. */
export function WebhookDay({ webhook_id }: { webhook_id: string }) {
  const health = useRead(["webhooks.health", webhook_id], () => segue.webhooks.health(webhook_id), {
    isLive: "slowly",
  });
  return (
    <Section title={healthWords.title}>
      {health.error && !health.data ? (
        <Failed error={health.error} retry={() => void health.refetch()} />
      ) : (
        <>
          <Figures health={health.data} />
          <div style={{ height: OUTCOME_BARS_HEIGHT }}>{health.data && <Hours health={health.data} />}</div>
        </>
      )}
    </Section>
  );
}

const sumOf = ({ hours }: Health, name: "delivered" | "failed") => hours.reduce((sum, hour) => sum + hour[name], 0);

function Hours({ health }: { health: Health }) {
  const outcomes = health.hours.map(
    ({ hour, delivered, failed }): Outcome => ({
      key: hour,
      name: showHour(hour),
      when: healthWords.from(showTime(hour)),
      good: delivered,
      bad: failed,
    }),
  );
  const label = healthWords.chart(sumOf(health, "delivered"), sumOf(health, "failed"));
  return <OutcomeBars outcomes={outcomes} label={label} show={({ good, bad }) => healthWords.hour(good, bad)} />;
}

function Figures({ health }: { health: Health | undefined }) {
  const delivered = health ? sumOf(health, "delivered") : 0;
  const failed = health ? sumOf(health, "failed") : 0;
  return (
    <dl className={classes.figures}>
      <Figure name={healthWords.delivered}>
        {health && (delivered + failed > 0 ? healthWords.part(delivered, delivered + failed) : healthWords.noAttempts)}
      </Figure>
      <Figure name={healthWords.failed} isBad={failed > 0}>
        {health && showNumber(failed)}
      </Figure>
      <Figure name={healthWords.p50} about={healthWords.p50Hint}>
        {health && showAnswer(health.p50_ms)}
      </Figure>
      <Figure name={healthWords.p95} about={healthWords.p95Hint}>
        {health && showAnswer(health.p95_ms)}
      </Figure>
    </dl>
  );
}

function showAnswer(duration_ms: number | null): string {
  return duration_ms === null ? "–" : attemptWords.milliseconds(duration_ms);
}

type FigureProps = { name: string; about?: string; isBad?: boolean; children: string | undefined };

function Figure({ name, about, isBad = false, children }: FigureProps) {
  return (
    <div title={about}>
      <dt>{name}</dt>
      <dd data-bad={isBad}>{children ?? " "}</dd>
    </div>
  );
}
