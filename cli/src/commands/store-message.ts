// `segue store messages|message|resend`: what went out to a store, and what it answered.

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";

const columns = ["message_id", "kind", "created_at", "sent_at", "answered_at", "answer"];
const EXAMPLE = "dlv_01k8z3v9qxe7p9a4m2c6t5w8rn-store_auralis-1";

const backColumns = ["sha256", "name", "made_at", "received_at"];
/** Of one delivery at one store: more messages than attempts that were ever made. */
const MAX_SEARCHED = 10_000;
type MessageOptions = { acknowledgements?: true; acknowledgement?: string };

export function messagesCommand(variables: Variables): Command {
  const command = withPages(
    new Command("messages").description("list a store's messages and its answers, newest first"),
  )
    .argument("<store_id>")
    .option("--delivery <delivery_id>", "only messages of this delivery");
  examples(command, ["store messages store_auralis", "store messages store_auralis --limit 5 --sandbox"]);
  return command.action(async (store_id: string, options: ListOptions & { delivery?: string }) => {
    const { client, output } = handsOf(variables, command, "operator");
    const { list } = client.operator.stores.messages;
    const load = (page: object) => list(store_id, { ...page, delivery_id: options.delivery });
    output.list(await pagesOf(rowsWanted(options), load), columns, "Nothing went to this store yet.");
  });
}

export function messageCommand(variables: Variables): Command {
  const command = new Command("message")
    .description("print a message as the store gets it, byte by byte")
    .argument("<store_id>")
    .argument("<message_id>")
    .option("--acknowledgements", "list what the store wrote back about it instead")
    .option("--acknowledgement <sha256>", "print one of these instead, byte by byte");
  examples(command, [
    `store message store_auralis ${EXAMPLE} > message.xml`,
    `store message store_auralis ${EXAMPLE} --acknowledgements`,
  ]);
  return command.action(async (store_id: string, message_id: string, options: MessageOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    const { list, get, acknowledgements } = client.operator.stores.messages;
    if (options.acknowledgements) {
      const [delivery_id] = message_id.split("-");
      const { data } = await pagesOf(MAX_SEARCHED, (page: object) => list(store_id, { ...page, delivery_id }));
      const found = data.find((message) => message.message_id === message_id)?.acknowledgements ?? [];
      const page = { data: found, has_more: false, next_cursor: null };
      output.list(page, backColumns, "The store wrote nothing back about this message.");
      return;
    }
    const { body } = options.acknowledgement
      ? await acknowledgements.get(store_id, message_id, options.acknowledgement)
      : await get(store_id, message_id);
    await pipeline(Readable.from(body ?? []), process.stdout, { end: false });
  });
}

export function resendCommand(variables: Variables): Command {
  const command = new Command("resend")
    .description("send a store's last message about a release again, the same bytes")
    .argument("<store_id>")
    .argument("<message_id>");
  examples(command, [`store resend store_auralis ${EXAMPLE}`]);
  return command.action(async (store_id: string, message_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.stores.messages.resend(store_id, message_id));
  });
}
