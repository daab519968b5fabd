import type { Delivery, OrganizationDelivery, Segue, StoreAnswer } from "@segue/sdk";
import { Command, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import {
  examples,
  type Hands,
  handsOf,
  type ListOptions,
  pagesOf,
  readList,
  rowsWanted,
  withPages,
} from "../command.ts";
import { endedBySignal } from "../interruption.ts";
import type { Output } from "../output.ts";
import { watchDelivery } from "./watch.ts";

const columns = ["id", "release_id", "status", "territory_codes", "created_at", "completed_at"];
const storeColumns = ["store_id", "status", "territory_codes", "attempts", "rejection_code", "rejection_reason"];
const statuses = ["in_progress", "delivered", "rejected", "action_required", "taken_down", "cancelled"];
const EXAMPLE = "dlv_01k8z3v9qxe7p9a4m2c6t5w8rn";

/** `segue deliver`: the way from a release to stores. */
export function deliverCommand(variables: Variables): Command {
  const command = new Command("deliver").description("deliver a release to stores").argument("<release_id>");
  command
    .requiredOption("--stores <store_ids>", "which stores, with commas", readList)
    .option("--territories <codes>", "where, with commas, or WORLDWIDE", readList, ["WORLDWIDE"])
    .option("--watch", "stay until every store has answered");
  examples(command, [
    "deliver rel_01k8z3v9qxe7p9a4m2c6t5w8rn --stores store_auralis,store_northwave --territories DE,FR --watch",
    "deliver rel_01k8z3v9qxe7p9a4m2c6t5w8rn --stores store_auralis --json | jq -r .id",
  ]);
  type Options = { stores: string[]; territories: string[]; watch?: true };
  return command.action(async (release_id: string, { stores, territories, watch }: Options) => {
    const { client, output, typed } = handsOf(variables, command, "organization");
    const body = { release_id, store_ids: stores, territory_codes: territories };
    const made = await client.deliveries.create(body);
    if (watch) await watchToItsEnd({ client, output, typed }, made.id, made);
    else showDelivery(output, made);
  });
}

export function deliveryCommand(variables: Variables): Command {
  const delivery = examples(new Command("delivery").description("deliveries: the status of releases at stores"), [
    "delivery list --status rejected",
    `delivery watch ${EXAMPLE}`,
    `delivery resubmit ${EXAMPLE} --stores store_auralis`,
  ]);
  delivery.addCommand(list(variables)).addCommand(show(variables)).addCommand(watch(variables));
  for (const [name, change] of Object.entries(changes)) delivery.addCommand(act(variables, name, change));
  return delivery.addCommand(report(variables));
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list deliveries, newest first"));
  command
    .addOption(new Option("--status <status>", "only these").choices(statuses))
    .option("--release <release_id>", "only of this release");
  examples(command, ["delivery list --status action_required", "delivery list --all --json | jq -r '.data[].id'"]);
  return command.action(async (options: ListOptions & { status?: Delivery["status"]; release?: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const { status, release: release_id } = options;
    const load = (page: object) => client.deliveries.list({ status, release_id, ...page });
    const page = await pagesOf(rowsWanted(options), load);
    output.list(page, columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").description("show a delivery, store by store").argument("<delivery_id>");
  examples(command, [`delivery show ${EXAMPLE}`]);
  return command.action(async (delivery_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    showDelivery(output, await client.deliveries.get(delivery_id));
  });
}

function watch(variables: Variables): Command {
  const command = new Command("watch").argument("<delivery_id>");
  command.description("follow a delivery to its end; exit code 1 if a store rejected or flagged it");
  examples(command, [`delivery watch ${EXAMPLE}`, `delivery watch ${EXAMPLE} --json | jq -c '[.store_id, .status]'`]);
  return command.action((delivery_id: string) =>
    watchToItsEnd(handsOf(variables, command, "organization"), delivery_id),
  );
}

async function watchToItsEnd(
  { client, output, typed }: Pick<Hands, "client" | "output" | "typed">,
  id: string,
  first?: Delivery,
): Promise<void> {
  const stopped = `Stopped watching; the delivery goes on. See it again with: ${typed(`delivery watch ${id}`)}`;
  const isWell = await endedBySignal(stopped, () => watchDelivery(client, id, { is_json: output.is_json, first }));
  if (!isWell) process.exitCode = 1;
}

type Chosen = { store_ids: string[] | undefined; reason: string | undefined; territory_codes: string[] | undefined };
type Change = {
  description: string;
  has_reason?: true;
  has_territories?: true;
  act(client: Segue, delivery_id: string, chosen: Chosen): Promise<Delivery>;
};
const changes: Readonly<Record<string, Change>> = {
  resubmit: {
    description: "send it again to stores that rejected or flagged it",
    has_territories: true,
    act: ({ deliveries }, id, { store_ids, territory_codes }) =>
      deliveries.resubmit(id, { store_ids, territory_codes }),
  },
  update: {
    description: "send the present metadata to stores that have it",
    has_territories: true,
    act: ({ deliveries }, id, { store_ids, territory_codes }) => deliveries.update(id, { store_ids, territory_codes }),
  },
  takedown: {
    description: "take it down from stores that have it",
    has_reason: true,
    act: ({ deliveries }, id, { store_ids, reason }) => deliveries.takedown(id, { store_ids, reason }),
  },
  cancel: {
    description: "cancel the stores that have not received it yet; the others keep it",
    act: ({ deliveries }, id, { store_ids }) => deliveries.cancel(id, { store_ids }),
  },
};

function act(variables: Variables, name: string, { description, has_reason, has_territories, act }: Change): Command {
  const command = new Command(name).description(description).argument("<delivery_id>");
  command.option("--stores <store_ids>", "comma-separated; default: all stores that it applies to", readList);
  if (has_reason) command.option("--reason <text>", "why, for the stores");
  if (has_territories) command.option("--territories <codes>", "other ones, with commas, or WORLDWIDE", readList);
  const why = has_reason ? ' --reason "Rights have ended."' : "";
  examples(command, [`delivery ${name} ${EXAMPLE}${why}`, `delivery ${name} ${EXAMPLE} --stores store_auralis`]);
  type Options = { stores?: string[]; reason?: string; territories?: string[] };
  return command.action(async (delivery_id: string, { stores, reason, territories }: Options) => {
    const { client, output } = handsOf(variables, command, "organization");
    const chosen = { store_ids: stores, reason, territory_codes: territories };
    showDelivery(output, await act(client, delivery_id, chosen));
  });
}

/** Enters a store's answer by hand, for stores of the kind `manual`. */
function report(variables: Variables): Command {
  const command = new Command("report")
    .description("enter a store's answer, as the operator")
    .argument("<delivery_id>");
  command
    .requiredOption("--store <store_id>", "which store answered")
    .addOption(new Option("--status <status>", "what it answered").choices(answers).makeOptionMandatory())
    .option("--code <rejection_code>", "why, as a code")
    .option("--reason <rejection_reason>", "why, in words; the partner sees it");
  examples(command, [
    `delivery report ${EXAMPLE} --store store_vinylhaus --status delivered`,
    `delivery report ${EXAMPLE} --store store_vinylhaus --status rejected --code art_too_small --reason "The artwork is too small."`,
  ]);
  type Options = { store: string; status: StoreAnswer["status"]; code?: string; reason?: string };
  return command.action(async (delivery_id: string, { store, status, code, reason }: Options) => {
    const { client, output } = handsOf(variables, command, "operator");
    const body = { status, rejection_code: code, rejection_reason: reason };
    showDelivery(output, await client.operator.deliveries.report(delivery_id, store, body));
  });
}

const answers = ["delivered", "rejected", "action_required", "taken_down"];

function showDelivery(output: Output, delivery: Delivery | OrganizationDelivery): void {
  output.resourceWithRows(delivery, "stores", storeColumns);
}
