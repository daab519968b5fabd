import { Anchor, Code } from "@mantine/core";
import type { Attempt } from "@segue/sdk";
import { StatusLine } from "../../components/status-line.tsx";
import { Link } from "../../router.tsx";
import { showMoment } from "../../values/format.ts";
import classes from "./attempt-row.module.css";
import { attemptWords } from "./words.ts";

type AttemptRowProps = {
  attempt: Attempt;
  url: string;
  /** Alone in a dialog: with its answer open, and a link to its event. */
  hasEvent?: boolean;
};

/** One try to deliver an event, with the endpoint's answer. */
export function AttemptRow({ attempt, url, hasEvent = false }: AttemptRowProps) {
  const { event_id, status_code, error, duration_ms, response_body, round, created_at } = attempt;
  // Only an attempt that failed has an error.
  const answer = attemptWords.answer(status_code, error === null);
  const parts = [answer, attemptWords.milliseconds(duration_ms)];
  if (round > 1) parts.push(attemptWords.round(round));
  return (
    <div className={classes.attempt} data-alone={hasEvent}>
      <div className={classes.head}>
        <StatusLine size="sm" tone={error === null ? "good" : "wrong"} parts={parts} />
        <time dateTime={created_at}>{showMoment(created_at)}</time>
      </div>
      <div className={classes.url}>{url}</div>
      {error && <div className={classes.error}>{error}</div>}
      {response_body && (
        <details open={hasEvent} className={classes.answer}>
          <summary>{attemptWords.body}</summary>
          <Code block tabIndex={0} aria-label={attemptWords.bodyOf(showMoment(created_at))}>
            {response_body}
          </Code>
        </details>
      )}
      {hasEvent && (
        <Anchor component={Link} to={`/events/${event_id}`} size="sm">
          {attemptWords.seeEvent}
        </Anchor>
      )}
    </div>
  );
}
