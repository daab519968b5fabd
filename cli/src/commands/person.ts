import { personStatuses, type Segue } from "@segue/sdk";
import { askYes } from "../ask.ts";
import { choice, flag, text } from "../option.ts";
import { printable } from "../output.ts";
import { changesOf, command, listVerb, noun, verb } from "../row.ts";
import { UsageError } from "../settings.ts";

const EXAMPLE = "usr_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const personNoun = noun("person", "people who sign in, whether as members or as staff", {
  as: "operator",
  examples: ["person list --search ana@example.com", `person update ${EXAMPLE} --remove-second-factor`],
  verbs: [
    listVerb("list", "list people, newest first", {
      options: {
        status: choice("--status <status>", "only these", personStatuses),
        q: text("--search <text>", "a part of name or email, or a whole id"),
      },
      columns: ["id", "email", "name", "status", "second_factor", "last_sign_in_at"],
      empty: "There is nobody yet. Add yourself: `segue staff add you@example.com --role admin`",
      examples: ["person list --search ana", "person list --status disabled --json"],
      call: ({ operator }, query) => operator.people.list(query),
    }),
    verb("update <person_id>", "disable or enable a person, or remove a way to sign in", {
      options: {
        status: choice("--status <status>", "a disabled person is signed out and cannot sign in", [
          "active",
          "disabled",
        ] as const),
        remove_second_factor: flag<true>("--remove-second-factor", "the next sign-in needs the password alone"),
        unbind_identity: flag<true>("--unbind-identity", "the next sign-in by the identity provider binds it again"),
      },
      examples: [
        `person update ${EXAMPLE} --status disabled`,
        `person update ${EXAMPLE} --remove-second-factor`,
        `person update ${EXAMPLE} --unbind-identity`,
      ],
      call: ({ operator }, { person_id, ...changes }) =>
        operator.people.update(person_id, changesOf(changes, "person update")),
    }),
    command("remove <person_id>", "erase a person: email, name, ways to sign in, memberships and mails", {
      options: { is_certain: flag("--yes", "erase without a question") },
      examples: [`person remove ${EXAMPLE}`, `person remove ${EXAMPLE} --yes`],
      async run({ connect, output }, { person_id, is_certain }) {
        const { client } = connect();
        if (!is_certain) await askBeforeErasing(client, person_id);
        await client.operator.people.delete(person_id);
        output.done(`Erased ${person_id}.`);
      },
    }),
  ],
});

/** It cannot be undone, so a script must say that it means it. */
async function askBeforeErasing({ operator }: Segue, person_id: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError("Erasing cannot be undone: add --yes.");
  const { email } = await operator.people.get(person_id);
  if (!(await askYes(`Erase ${printable(email)}? This cannot be undone. [y/N] `)))
    throw new UsageError("Nothing was erased.");
}
