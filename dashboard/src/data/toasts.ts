// Notices after an act. A failure stays until it is closed: it may have to be read twice.

import { useSyncExternalStore } from "react";

export type Toast = { id: number; tone: "good" | "warning" | "bad"; title?: string; message: string };

const SHOWN_MS = 5_000;
const MOST = 4;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showToast(said: Omit<Toast, "id">): void {
  const toast = { ...said, id: ++last };
  change([...toasts, toast].slice(-MOST));
  if (toast.tone !== "bad") setTimeout(() => closeToast(toast.id), SHOWN_MS);
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
