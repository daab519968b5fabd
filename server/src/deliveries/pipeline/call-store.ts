// A call to a store, which ends at its deadline at the latest.

import type { Connector } from "../../connectors/connector.ts";
import type { getConnectorKind } from "../../connectors/kinds.ts";
import { TransportFailure } from "../../messages/message.ts";
import type { Context } from "../../platform/context.ts";
import { withDeadline } from "../../platform/deadline.ts";
import { type ConnectorParts, connectStore } from "../../stores/actions.ts";
import type { StoreAtWork } from "../../stores/queries.ts";

export type Called = { store: StoreAtWork; kind: ReturnType<typeof getConnectorKind> };

/** Throws a `TransportFailure` if the store is not reached, or does not answer in time. */
export async function callInTime<T>(
  ctx: Context,
  parts: ConnectorParts,
  { store, kind: { call_within_ms } }: Called,
  call: (connector: Connector, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  // A call that hangs would hold a slot for ever. A later answer to it is ignored, because the call is repeated.
  const late = () => {
    const failure = new TransportFailure(`The store did not answer within ${call_within_ms / 1000} s.`);
    deadline.abort(failure);
    return failure;
  };
  return withDeadline(call_within_ms, call(connectStore(ctx, parts, store), deadline.signal), late);
}
