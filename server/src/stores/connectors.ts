import type { Connector } from "./connector.ts";
import { manual } from "./connectors/manual.ts";
import { type SimulatedSettings, simulated } from "./connectors/simulated.ts";
import type { OperatorStore } from "./store.ts";

type StoreAtWork = Pick<OperatorStore, "store_id" | "connector">;

// By the kind of connector: how it is made from the store's settings, and the pauses after failures, the last for ever.
const kinds: Readonly<Record<string, { connect: (settings: unknown) => Connector; retry_s: readonly number[] }>> = {
  simulated: { connect: (settings) => simulated(settings as SimulatedSettings), retry_s: [1, 1, 2, 5, 10] },
  manual: { connect: () => manual, retry_s: [60] },
};

export function connectorOf({ store_id, connector }: StoreAtWork): Connector {
  const kind = kinds[connector.kind];
  if (!kind) throw new Error(`${store_id} has a connector of the kind ${connector.kind}, which this version does not know.`);
  return kind.connect(connector);
}

export function retryAfterMs({ connector }: StoreAtWork, failures: number): number {
  const retry_s = kinds[connector.kind]?.retry_s ?? [];
  return (retry_s[failures - 1] ?? retry_s.at(-1) ?? 60) * 1000;
}
