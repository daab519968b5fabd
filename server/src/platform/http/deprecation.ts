/** A deprecated feature. At least 90 days lie between the two dates. Without a sunset date it only warns. */
export type Deprecation = { feature: string; announced: string; sunset?: string; instead: string };

export function isDeprecated(deprecation: Deprecation, now: Date): boolean {
  return now >= midnight(deprecation.announced);
}

export function isSunset(deprecation: Deprecation, now: Date): boolean {
  return deprecation.sunset !== undefined && now >= midnight(deprecation.sunset);
}

/** `Deprecation` as RFC 9745 writes it, `Sunset` as RFC 8594 does. */
export function deprecationHeaders(deprecation: Deprecation): Record<string, string> {
  const headers: Record<string, string> = { deprecation: `@${midnight(deprecation.announced).getTime() / 1000}` };
  if (deprecation.sunset) headers.sunset = midnight(deprecation.sunset).toUTCString();
  return headers;
}

function midnight(date: string): Date {
  return new Date(`${date}T00:00:00.000Z`);
}
