// The meaning of an endpoint's answer, and the time of the next try. Pure.

import { type DispatchStatus, dispatchTransitions } from "../events/dispatch.ts";

/** `error` null: a whole answer came in time, whatever its status. */
export type EndpointAnswer = { status: number | null; error: string | null; retry_after: string | null };

export type RetryDecision = { status: DispatchStatus; delay_ms: number | null };

/** 410: the receiver wants no more events. */
export const GONE = 410;

/** `tries`: of this round, with this one. */
export function decideRetry(
  answer: EndpointAnswer,
  round: { tries: number; retry_s: readonly number[]; chance: number; now: Date },
): RetryDecision {
  if (isSuccess(answer)) return { status: dispatchTransitions.deliver.to, delay_ms: null };
  const step_s = round.retry_s[round.tries - 1];
  if (step_s === undefined || answer.status === GONE) return { status: dispatchTransitions.give_up.to, delay_ms: null };
  const asked_ms = retryAfterMs(answer.retry_after, round.now);
  return { status: "pending", delay_ms: nextDelayMs({ step_ms: step_s * 1_000, asked_ms, chance: round.chance }) };
}

/** Redirects are not followed, so a 3xx is a failure like any other. */
export function isSuccess({ status, error }: EndpointAnswer): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

/** In words, for the partner who reads the attempt; null if it succeeded. */
export function failureOf(answer: EndpointAnswer): string | null {
  const { status, error } = answer;
  if (error !== null || isSuccess(answer)) return error;
  if (status === GONE) return "Answered 410: the endpoint wants no more events and is disabled.";
  if (status !== null && status >= 300 && status < 400) return `Answered ${status}: redirects are not followed.`;
  return `Answered ${status}, which is not 2xx.`;
}

const JITTER = 0.2;

/**
 * The step, up to a fifth shorter or longer, so that events that failed together are not retried together. Retry-After counts
 * only up to twice our own delay: a receiver must not be able to park its queue for days.
 */
export function nextDelayMs(given: { step_ms: number; asked_ms: number; chance: number }): number {
  const { step_ms, asked_ms, chance } = given;
  const jittered_ms = step_ms * (1 - JITTER + 2 * JITTER * chance);
  return Math.round(Math.max(jittered_ms, Math.min(asked_ms, 2 * step_ms)));
}

/** Seconds, or a date. An unreadable value is ignored. */
function retryAfterMs(text: string | null, now: Date): number {
  if (text === null) return 0;
  if (/^\d{1,10}$/.test(text.trim())) return Number(text) * 1_000;
  const date_ms = Date.parse(text);
  return Number.isNaN(date_ms) ? 0 : Math.max(0, date_ms - now.getTime());
}
