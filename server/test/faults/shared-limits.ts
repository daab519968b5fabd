// Nodes that count rate limits together in one Redis, and each by itself while it is away.

import { expect } from "vitest";
import type { Answer } from "../world.ts";
import type { Node } from "./node.ts";

/** How many answers there are of each kind: `{ 200: 30, "429 rate_limit_exceeded": 30 }`. */
export function codes(answers: readonly Answer[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : `${status} ${body?.error?.code}`;
    counted[name] = (counted[name] ?? 0) + 1;
  }
  return counted;
}

/** Until each of them says so itself. */
export async function untilCounting(
  nodes: readonly Node[],
  how: "shared" | "memory (redis unreachable)",
): Promise<void> {
  const standing = async ({ url }: Node) => (await (await fetch(`${url}/readyz`)).json()) as object;
  for (const node of nodes) await expect.poll(() => standing(node)).toMatchObject({ rate_limits: how });
}

/**
 * A node that waits too long for Redis counts by itself, as it should. Its answers from that time say nothing about
 * all nodes.
 */
export async function countedTogether<T>(nodes: readonly Node[], ask: () => Promise<T>): Promise<T> {
  const losses = () => nodes.flatMap((node) => node.linesWith("Redis does not answer")).length;
  for (;;) {
    const before = losses();
    await untilCounting(nodes, "shared");
    const found = await ask();
    if (losses() === before) return found;
  }
}
