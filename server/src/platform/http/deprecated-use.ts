// A request that uses a deprecated field gets an answer that says so. After the sunset it is refused.

import type { Context } from "../context.ts";
import { ApiError } from "../errors.ts";
import { deprecationHeaders, isDeprecated, isSunset } from "./deprecation.ts";
import type { Answer, Route } from "./route.ts";

/** The answer always names the deprecated features that the request used. */
export async function withDeprecations(
  deprecations: Record<string, string>,
  answered: Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await answered;
    return { ...answer, headers: { ...answer.headers, ...deprecations } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, error.message, error.details, { ...error.headers, ...deprecations });
  }
}

function deprecatedInUse(route: Route, used: object) {
  return Object.entries(route.deprecated_fields ?? {}).filter(([field]) => field in used);
}

export function throwIfSunset(route: Route, ctx: Context, used: object): void {
  const now = ctx.clock.now();
  const gone = deprecatedInUse(route, used).filter(([, deprecation]) => isSunset(deprecation, now));
  const [first] = gone;
  if (!first) return;
  const details = gone.map(([field, { sunset, instead }]) => ({
    field,
    issue: `stopped working on ${sunset}; ${instead}`,
  }));
  throw new ApiError(
    "feature_sunset",
    `${first[1].feature} stopped working on ${first[1].sunset}; ${first[1].instead}.`,
    details,
  );
}

export function deprecationsUsed(route: Route, ctx: Context, sent: object): Record<string, string> {
  const used = deprecatedInUse(route, sent).filter(([, deprecation]) => isDeprecated(deprecation, ctx.clock.now()));
  return Object.fromEntries(used.flatMap(([, deprecation]) => Object.entries(deprecationHeaders(deprecation))));
}
