import { type Delivery, type DeliveryStore, deliveryStatuses, storeAnswers } from "@segue/sdk";
import { endedBySignal } from "../interruption.ts";
import { given, type Invocation, type ListPage } from "../invocation.ts";
import { choice, flag, listed, required, text, withDefault } from "../option.ts";
import { command, listVerb, noun, verb } from "../row.ts";
import { termOptions, withTerms } from "./delivery-terms.ts";
import { watchDelivery } from "./watch.ts";

export const deliveryRows = {
  field: "stores",
  columns: ["store_id", "status", "territory_codes", "attempts", "rejection_code", "rejection_reason"],
};
const RELEASE = "rel_01k8z3v9qxe7p9a4m2c6t5w8rn";
const EXAMPLE = "dlv_01k8z3v9qxe7p9a4m2c6t5w8rn";

const stores = listed("--stores <store_ids>", "comma-separated; default: all stores that it applies to");
const territories = listed("--territories <codes>", "other ones, with commas, or WORLDWIDE");
const examplesOf = (name: string, options = "") => [
  `delivery ${name} ${EXAMPLE}${options}`,
  `delivery ${name} ${EXAMPLE} --stores store_auralis`,
];

/** `segue deliver`: the way from a release to stores. */
export const deliverCommand = command("deliver <release_id>", "deliver a release to stores", {
  options: {
    store_ids: required(listed("--stores <store_ids>", "which stores, with commas")),
    territory_codes: withDefault(listed("--territories <codes>", "where, with commas, or WORLDWIDE"), ["WORLDWIDE"]),
    ...termOptions,
    is_watched: flag("--watch", "stay until every store has answered"),
  },
  examples: [
    `deliver ${RELEASE} --stores store_auralis,store_northwave --territories DE,FR --watch`,
    `deliver ${RELEASE} --stores store_auralis --json | jq -r .id`,
    `deliver ${RELEASE} --stores store_prelude --preorder store_prelude=2027-02-01 --price store_prelude=FRONT`,
  ],
  async run(invocation, { is_watched, ...body }) {
    const { connect, output } = invocation;
    const made = await connect().client.deliveries.create(withTerms(body));
    if (is_watched) await watchToItsEnd(invocation, made.id, made);
    else output.resourceWithRows(made, deliveryRows.field, deliveryRows.columns);
  },
});

export const deliveryNoun = noun("delivery", "deliveries: the status of releases at stores", {
  as: "organization",
  examples: [
    "delivery list --status rejected",
    `delivery watch ${EXAMPLE}`,
    `delivery resubmit ${EXAMPLE} --stores store_auralis`,
  ],
  verbs: [
    listVerb("list", "list deliveries, newest first", {
      options: {
        status: choice("--status <status>", "only these", deliveryStatuses),
        release_id: { ...text("--release <release_id>", "only of this release"), conflicts: ["stalled", "store"] },
        is_stalled: flag("--stalled", "only those that a store keeps waiting, of all organizations, as the operator"),
        store_id: text("--store <store_id>", "only those to this store, of all organizations, as the operator"),
      },
      as: ({ is_stalled, store_id }) => (is_stalled || store_id !== undefined ? "operator" : "organization"),
      columns: ({ is_stalled, store_id }) =>
        is_stalled || store_id !== undefined
          ? ["id", "organization_name", "release_title", "status", "stores", "created_at"]
          : ["id", "release_id", "status", "territory_codes", "created_at", "completed_at"],
      examples: [
        "delivery list --status action_required",
        "delivery list --stalled",
        "delivery list --all --json | jq -r '.data[].id'",
      ],
      call: ({ deliveries, operator }, { is_stalled, store_id, release_id, ...query }): Promise<ListPage<Delivery>> => {
        if (!is_stalled && store_id === undefined) return deliveries.list(given({ release_id, ...query }));
        const store_status = is_stalled ? ("stalled" as const) : undefined;
        return operator.deliveries.list(given({ store_id, store_status, ...query }));
      },
      asText: (delivery) => ({ ...delivery, stores: delivery.stores.map(storeWords).join("; ") }),
    }),
    verb("show <delivery_id>", "show a delivery, store by store", {
      rows: deliveryRows,
      examples: [`delivery show ${EXAMPLE}`],
      call: ({ deliveries }, { delivery_id }) => deliveries.get(delivery_id),
    }),
    command("watch <delivery_id>", "follow a delivery to its end; exit code 1 if a store rejected or flagged it", {
      examples: [`delivery watch ${EXAMPLE}`, `delivery watch ${EXAMPLE} --json | jq -c '[.store_id, .status]'`],
      run: (invocation, { delivery_id }) => watchToItsEnd(invocation, delivery_id),
    }),
    verb("resubmit <delivery_id>", "send it again to stores that rejected or flagged it", {
      rows: deliveryRows,
      options: { store_ids: stores, territory_codes: territories, ...termOptions },
      examples: examplesOf("resubmit"),
      call: ({ deliveries }, { delivery_id, ...body }) => deliveries.resubmit(delivery_id, withTerms(body)),
    }),
    verb("update <delivery_id>", "send the present metadata to stores that have it", {
      rows: deliveryRows,
      options: { store_ids: stores, territory_codes: territories, ...termOptions },
      examples: [...examplesOf("update"), `delivery update ${EXAMPLE} --price store_prelude=none`],
      call: ({ deliveries }, { delivery_id, ...body }) => deliveries.update(delivery_id, withTerms(body)),
    }),
    verb("takedown <delivery_id>", "take it down from stores that have it", {
      rows: deliveryRows,
      options: { store_ids: stores, reason: text("--reason <text>", "why, for the stores") },
      examples: examplesOf("takedown", ' --reason "Rights have ended."'),
      call: ({ deliveries }, { delivery_id, ...body }) => deliveries.takedown(delivery_id, body),
    }),
    verb("cancel <delivery_id>", "cancel the stores that have not received it yet; the others keep it", {
      rows: deliveryRows,
      options: { store_ids: stores },
      examples: examplesOf("cancel"),
      call: ({ deliveries }, { delivery_id, ...body }) => deliveries.cancel(delivery_id, body),
    }),
    // For stores of the kind `manual`.
    verb("report <delivery_id>", "enter a store's answer, as the operator", {
      as: "operator",
      rows: deliveryRows,
      options: {
        store_id: required(text("--store <store_id>", "which store answered")),
        status: required(choice("--status <status>", "its answer", storeAnswers)),
        rejection_code: text("--code <rejection_code>", "why, as a code"),
        rejection_reason: text("--reason <rejection_reason>", "why, in words; the partner sees it"),
      },
      examples: [
        `delivery report ${EXAMPLE} --store store_vinylhaus --status delivered`,
        `delivery report ${EXAMPLE} --store store_vinylhaus --status rejected --code art_too_small --reason "The artwork is too small."`,
      ],
      call: ({ operator }, { delivery_id, store_id, ...answer }) =>
        operator.deliveries.report(delivery_id, store_id, answer),
    }),
  ],
});

/** `store_auralis stalled: The store refuses connections.` */
function storeWords({ store_id, status, stalled_reason }: DeliveryStore): string {
  return `${store_id} ${status}${stalled_reason ? `: ${stalled_reason}` : ""}`;
}

async function watchToItsEnd({ connect, output, typed }: Invocation, id: string, first?: Delivery): Promise<void> {
  const { client } = connect();
  const stopped = `Stopped watching; the delivery goes on. See it again with: ${typed(`delivery watch ${id}`)}`;
  const isWell = await endedBySignal(stopped, () => watchDelivery(client, id, { is_json: output.is_json, first }));
  if (!isWell) process.exitCode = 1;
}
