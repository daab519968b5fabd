import type { Method, Route } from "./route.ts";

/** A client may name the whole URL, as it would to a proxy: `http://host/v1/releases` is `/v1/releases`. */
export function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, "");
}

export function isApi(url: string): boolean {
  return url === "/v1" || url.startsWith("/v1/") || url.startsWith("/v1?");
}

const PARAMETER = "[^/]+";

/** The methods of a path, in the form of the Allow header. Undefined if there is no such path. */
export function allowedMethods(routes: readonly Route[]): (url: string) => string | undefined {
  const paths = new Map<string, Set<Method | "OPTIONS">>();
  for (const { method, path } of routes) {
    const pattern = `^${path
      .replaceAll(/[.]/g, "\\.")
      .replaceAll(/\{\w+\}/g, PARAMETER)
      .replace(/\*$/, ".*")}$`;
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
