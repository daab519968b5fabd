// `segue store messages|message|resend`: the messages that went to a store, and its answers.

import type { ConnectedClient } from "../invocation.ts";
import { pagesOf } from "../invocation.ts";
import { flag, text } from "../option.ts";
import { printBody } from "../output-file.ts";
import { command, listVerb, verb } from "../row.ts";
import { saveFiles } from "./store-files.ts";

const EXAMPLE = "dlv_01k8z3v9qxe7p9a4m2c6t5w8rn-store_auralis-1";
/** One delivery at one store never has more messages: each belongs to an attempt. */
const MAX_SEARCHED = 10_000;

export const messageVerbs = [
  listVerb("messages <store_id>", "list a store's messages and its answers, newest first", {
    options: { delivery_id: text("--delivery <delivery_id>", "only messages of this delivery") },
    columns: ["message_id", "kind", "created_at", "sent_at", "answered_at", "answer"],
    empty: "Nothing went to this store yet.",
    examples: ["store messages store_auralis", "store messages store_auralis --limit 5 --sandbox"],
    call: ({ operator }, { store_id, ...query }) => operator.stores.messages.list(store_id, query),
  }),
  command("message <store_id> <message_id>", "print a message as the store gets it, byte by byte", {
    options: {
      is_list: flag("--acknowledgements", "list what the store wrote back about it instead"),
      sha256: text("--acknowledgement <sha256>", "print one of these instead, byte by byte"),
    },
    examples: [
      `store message store_auralis ${EXAMPLE} > message.xml`,
      `store message store_auralis ${EXAMPLE} --acknowledgements`,
    ],
    async run({ connect, output }, { is_list, sha256, ...named }) {
      const { client } = connect();
      const { get, acknowledgements } = client.operator.stores.messages;
      const { store_id, message_id } = named;
      if (is_list) {
        const page = { data: await findAcknowledgements({ client }, named), has_more: false, next_cursor: null };
        const columns = ["sha256", "name", "made_at", "received_at"];
        return output.list(page, columns, "The store wrote nothing back about this message.");
      }
      await printBody(await (sha256 ? acknowledgements.get(store_id, message_id, sha256) : get(store_id, message_id)));
    },
  }),
  command(
    "files <store_id> <message_id> <folder>",
    "save a message and its files, for a store that you serve by hand",
    {
      arguments: { folder: { meaning: "made if it is not there" } },
      examples: [`store files store_plattenladen ${EXAMPLE} ./plattenladen`],
      run: (invocation, named) => saveFiles(invocation, named),
    },
  ),
  verb("resend <store_id> <message_id>", "send a store's last message about a release again, the same bytes", {
    examples: [`store resend store_auralis ${EXAMPLE}`],
    call: ({ operator }, { store_id, message_id }) => operator.stores.messages.resend(store_id, message_id),
  }),
];

type Named = { store_id: string; message_id: string };

async function findAcknowledgements({ client }: Pick<ConnectedClient, "client">, { store_id, message_id }: Named) {
  const [delivery_id] = message_id.split("-");
  const { list } = client.operator.stores.messages;
  const { data } = await pagesOf(MAX_SEARCHED, (page) => list(store_id, { ...page, delivery_id }));
  return data.find((message) => message.message_id === message_id)?.acknowledgements ?? [];
}
