import { mailKinds, mailStatuses } from "@segue/sdk";
import { getOperating } from "../operating/server-build.ts";
import { choice, text } from "../option.ts";
import { command, listVerb, noun, verb } from "../row.ts";

const EXAMPLE = "mal_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const mailNoun = noun("mail", "mail to people, and whether it was sent", {
  as: "operator",
  examples: ["mail list --status failed", `mail retry ${EXAMPLE}`, "mail preview mails"],
  verbs: [
    listVerb("list", "list mails, newest first", {
      options: {
        status: choice("--status <status>", "only these", mailStatuses),
        kind: choice("--kind <kind>", "only these", mailKinds),
        to: text("--to <email>", "only to this address"),
      },
      columns: ["id", "kind", "to", "subject", "status", "attempts", "created_at", "error"],
      examples: ["mail list --status failed", "mail list --to ana@example.com --json"],
      call: ({ operator }, query) => operator.mails.list(query),
    }),
    verb("retry <mail_id>", "send a failed mail again", {
      examples: [`mail retry ${EXAMPLE}`],
      call: ({ operator }, { mail_id }) => operator.mails.retry(mail_id),
    }),
    command("preview <folder>", "write a mail of every kind with sample data, as .eml and .html", {
      examples: ["mail preview mails"],
      async run({ variables, output }, { folder }) {
        const operating = await getOperating("mail preview");
        const written = await operating.previewMails(variables, folder);
        output.report(
          written,
          written.flatMap(({ eml, html }) => [eml, html]),
        );
      },
    }),
  ],
});
