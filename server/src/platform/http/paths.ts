import type { Method, Route } from "./route.ts";

/** A client may name the whole URL, as it would to a proxy: `http://host/v1/releases` is `/v1/releases`. */
export function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, "");
}

export function isApi(url: string): boolean {
  return url === "/v1" || url.startsWith("/v1/") || url.startsWith("/v1?");
}

const PARAMETER = "[^/]+";

function patternOf(path: string): string {
  const named = path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, PARAMETER);
  return `^${named.replace(/\*$/, ".*")}$`;
}

/** The methods of a path, in the form of the Allow header. Undefined if there is no such path. */
export function allowedMethods(routes: readonly Route[]): (url: string) => string | undefined {
  const paths = new Map<string, Set<Method | "OPTIONS">>();
  for (const { method, path } of routes) {
    const pattern = patternOf(path);
    const methods = paths.get(pattern) ?? new Set(["OPTIONS"]);
    paths.set(pattern, methods.add(method));
    if (method === "GET") methods.add("HEAD");
  }
  // A path that is named whole comes before one whose parameter could be that name.
  const inOrder = [...paths].sort(([a], [b]) => a.split(PARAMETER).length - b.split(PARAMETER).length);
  const table = inOrder.map(([pattern, methods]) => ({
    pattern: new RegExp(pattern),
    allow: [...methods].sort().join(", "),
  }));
  return (url) => {
    const path = url.split("?", 1)[0] ?? "";
    return table.find(({ pattern }) => pattern.test(path))?.allow;
  };
}

/**
 * The methods that a path, such as /v1/tracks/bulk, does not accept, but a path with a parameter in that place does: it would take
 * the name for an id.
 */
export function mistakenMethods(routes: readonly Pick<Route, "method" | "path">[]): { method: Method; path: string }[] {
  const accepted = new Map<string, Set<Method>>();
  for (const { method, path } of routes)
    if (!path.includes("{")) accepted.set(path, (accepted.get(path) ?? new Set()).add(method));
  const others = routes.filter(({ path }) => path.includes("{"));
  const takers = others.map(({ method, path }) => ({ method, pattern: new RegExp(patternOf(path)) }));
  return [...accepted].flatMap(([path, own]) => {
    const taken = takers.filter(({ method, pattern }) => !own.has(method) && pattern.test(path));
    return [...new Set(taken.map(({ method }) => method))].map((method) => ({ method, path }));
  });
}
