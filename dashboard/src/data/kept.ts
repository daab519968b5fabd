// Choices of the reader that this browser keeps for an organization: columns, views, the places one was at. They are
// conveniences. A browser that keeps nothing loses them with the page, and content that is not understood counts as absent.

import { useSyncExternalStore } from "react";
import type { SessionState } from "./api.ts";
import { queryClient, sessionKey } from "./data.ts";

type Shape<Value> = {
  key: string;
  /** The value without anything kept; the same one each time. */
  none: Value;
  /** Reads what was kept, perhaps by another version of this page. */
  read: (kept: unknown) => Value | undefined;
};

const values = new Map<string, unknown>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Another tab has changed it.
window.addEventListener("storage", ({ key }) => {
  if (key === null) values.clear();
  else values.delete(key);
  for (const listener of listeners) listener();
});

function keyOf(name: string, owner: string): string {
  return `segue.${name}.${owner}`;
}

export function readKept<Value>({ key: kept, none, read }: Shape<Value>, owner: string): Value {
  const key = keyOf(kept, owner);
  if (!values.has(key)) values.set(key, parse(key, read) ?? none);
  return values.get(key) as Value;
}

function parse<Value>(key: string, read: (kept: unknown) => Value | undefined): Value | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : read(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function keep<Value>(shape: Shape<Value>, owner: string, value: Value): void {
  const key = keyOf(shape.key, owner);
  values.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It stays in this page's memory.
  }
  for (const listener of listeners) listener();
}

/** The organization that is signed in, or the operator. Undefined while none is. */
export function keptFor(): string | undefined {
  const session = queryClient.getQueryData<SessionState>(sessionKey)?.session;
  return session ? (session.organization_id ?? session.kind) : undefined;
}

/** As a state that outlives the page. */
export function useKept<Value>(shape: Shape<Value>): [Value, (value: Value) => void] {
  const owner = keptFor() ?? "none";
  const value = useSyncExternalStore(subscribe, () => readKept(shape, owner));
  return [value, (next) => keep(shape, owner, next)];
}
