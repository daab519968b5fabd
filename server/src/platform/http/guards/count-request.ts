// Not too often: chooses the key and the budget that a request counts against.

import { ApiError } from "../../errors.ts";
import type { Decision } from "../../limits/rate-limit.ts";
import { andThen, type MaybePromise } from "../../maybe-promise.ts";
import type { FrameworkReply } from "../framework.ts";
import { budgetOf, type Principal, sharedBudgetOf } from "../principal.ts";
import type { Admission, Caller, Guards, Knock, Origin } from "./guards.ts";

type Budgets = Pick<Guards, "limiters" | "anonymous">;

/** A refusal counts like any request: a caller that sends them without end is told to wait. */
export function countRequest(
  guards: Budgets,
  { route, addressKey }: Knock,
  caller: Caller,
  refusal: ApiError | undefined,
): MaybePromise<Admission> {
  if (caller === undefined)
    return andThen(peekAddress(guards, addressKey()), (decision) => ({ principal: undefined, decision, refusal }));
  if (caller instanceof ApiError) return countStranger(guards, addressKey(), refusal);
  const budget = budgetOf(caller);
  if (!route.page && !route.uncounted) return countCaller(guards, budget, caller, refusal);
  return andThen(guards.limiters.principals.peek(budget, caller.limits), (decision) => ({
    principal: caller,
    decision,
    refusal,
  }));
}

export function countCaller(
  { limiters }: Budgets,
  budget: string,
  principal: Principal,
  refusal?: ApiError,
): MaybePromise<Admission> {
  return andThen(limiters.principals.take(budget, principal.limits), (decision) => {
    const shared = decision.admitted ? sharedBudgetOf(principal) : undefined;
    if (!shared) return counted(principal, decision, refusal);
    return andThen(limiters.principals.take(shared.key, shared.limits), (people) =>
      counted(principal, people.admitted ? decision : people, refusal),
    );
  });
}

export function countStranger(
  { limiters, anonymous }: Budgets,
  address_key: string,
  refusal?: ApiError,
): MaybePromise<Admission> {
  return andThen(limiters.addresses.take(address_key, anonymous), (decision) => counted(undefined, decision, refusal));
}

function counted(principal: Principal | undefined, decision: Decision, refusal: ApiError | undefined): Admission {
  return { principal, decision, refusal: decision.admitted ? refusal : tooManyRequests(decision) };
}

/** The rate limit shown in an answer that passed no guard, because HTTP itself refused the request. */
export function peekAddress({ limiters, anonymous }: Budgets, address_key: string): MaybePromise<Decision> {
  return limiters.addresses.peek(address_key, anonymous);
}

export function originOf(guards: Budgets, addressKey: () => string): Origin {
  return { addressKey, isOverLimit: () => andThen(peekAddress(guards, addressKey()), ({ admitted }) => !admitted) };
}

export function tooManyRequests(decision: Decision): ApiError {
  const message = `Too many requests; wait ${decision.retry_after_s} s before the next.`;
  return new ApiError("rate_limit_exceeded", message, [], { "retry-after": String(decision.retry_after_s) });
}

export function rateHeaders(reply: FrameworkReply, decision: Decision): void {
  reply.header("ratelimit-limit", decision.limit);
  reply.header("ratelimit-remaining", decision.remaining);
  reply.header("ratelimit-reset", decision.reset_s);
}
