// The tools of `segue mcp --write`. Each answer begins with what was done, and carries the Idempotency-Key: a call that is
// repeated with that key happens once.

import { randomUUID } from "node:crypto";
import type { CallOptions, Segue } from "@segue/sdk";
import { type Static, type TProperties, Type } from "typebox";
import { changedFields, releaseFields } from "./release-fields.ts";
import type { McpTool } from "./tool.ts";

const key = Type.Optional(
  Type.String({ description: "A UUID v4. Repeat a call with the key of its first answer, and it happens once." }),
);
const releaseId = Type.String({ description: "Such as rel_01k8z3v9qxe7p9a4m2c6t5w8rn." });
const deliveryId = Type.String({ description: "Such as dlv_01k8z3v9qxe7p9a4m2c6t5w8rn." });
const stores = Type.Optional(Type.Array(Type.String(), { description: "Default: all stores that it applies to." }));
/** `will` says what happens, before it happens; `done` says what has happened. */
type Write<Fields extends TProperties> = {
  name: string;
  will: string;
  fields: Fields;
  done(input: Static<ReturnType<typeof Type.Object<Fields>>>): string;
  act(client: Segue, input: Static<ReturnType<typeof Type.Object<Fields>>>, options: CallOptions): Promise<object>;
};

function write<Fields extends TProperties>({ name, will, fields, done, act }: Write<Fields>): McpTool {
  return {
    name,
    description: `CHANGES DATA: ${will}`,
    input: Type.Object({ ...fields, idempotency_key: key }),
    async run(client, { idempotency_key = randomUUID(), ...given }) {
      const input = given as unknown as Parameters<typeof act>[1];
      const result = await act(client, input, { idempotencyKey: String(idempotency_key) });
      return { done: done(input), idempotency_key, result };
    },
  };
}

export const writeTools: readonly McpTool[] = [
  write({
    name: "create_release",
    will: "creates a draft release with these fields; title, artists and release_date are needed.",
    fields: { release: releaseFields },
    done: () => "Created a draft release.",
    act: (client, { release }, options) => client.releases.create(release, options),
  }),
  write({
    name: "update_release",
    will: "changes these fields of a release; the others stay.",
    fields: { release_id: releaseId, changes: changedFields },
    done: ({ release_id }) => `Changed ${release_id}.`,
    act: (client, { release_id, changes }, options) => client.releases.update(release_id, changes, options),
  }),
  write({
    name: "submit_release",
    will: "submits a release for distribution; preflight_release says beforehand whether it is ready.",
    fields: { release_id: releaseId },
    done: ({ release_id }) => `Submitted ${release_id}.`,
    act: (client, { release_id }, options) => client.releases.submit(release_id, {}, options),
  }),
  write({
    name: "deliver_release",
    will: "sends a release to these stores, where listeners will find it.",
    fields: {
      release_id: releaseId,
      store_ids: Type.Array(Type.String(), { minItems: 1 }),
      territory_codes: Type.Array(Type.String(), { minItems: 1, description: "Such as DE, or WORLDWIDE alone." }),
    },
    done: ({ release_id, store_ids }) => `Delivers ${release_id} to ${store_ids.join(", ")}.`,
    act: (client, input, options) => client.deliveries.create(input, options),
  }),
  write({
    name: "resubmit_delivery",
    will: "sends a release again to stores that rejected or flagged it.",
    fields: { delivery_id: deliveryId, store_ids: stores },
    done: ({ delivery_id }) => `Sends ${delivery_id} again.`,
    act: (client, { delivery_id, store_ids }, options) =>
      client.deliveries.resubmit(delivery_id, { store_ids }, options),
  }),
  write({
    name: "take_down_delivery",
    will: "takes a release down from stores: listeners will no longer find it there.",
    fields: { delivery_id: deliveryId, store_ids: stores, reason: Type.Optional(Type.String()) },
    done: ({ delivery_id }) => `Takes ${delivery_id} down.`,
    act: (client, { delivery_id, store_ids, reason }, options) =>
      client.deliveries.takedown(delivery_id, { store_ids, reason }, options),
  }),
];
