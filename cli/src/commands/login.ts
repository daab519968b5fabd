import { hostname } from "node:os";
import { createSegue } from "@segue/sdk";
import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { askSecret } from "../ask.ts";
import { examples, handsOf, isSandbox, outputOf } from "../command.ts";
import { keysPath, readKeys, writeKeys } from "../keys-file.ts";
import { printable } from "../output.ts";
import { loginUrl, namedUrl, UsageError } from "../settings.ts";

/** `segue login`: tries the key, then stores it for its address. */
export function loginCommand(variables: Variables): Command {
  const command = new Command("login").description("store an API key, so that later commands use it");
  command.option("--org <org_id>", "create a key of this organization, with the operator's key");
  examples(command, ["login", "login < key.txt", "login --org org_01k8z3v9qxe7p9a4m2c6t5w8rn --sandbox"]);
  return command.action(async ({ org }: { org?: string }) => {
    const key = org === undefined ? await givenKey(variables) : await makeKey(variables, command, org);
    if (!key) throw new UsageError("There is no key: type one, pipe one in, or set SEGUE_API_KEY.");
    const url = loginUrl(variables, key, { is_sandbox: isSandbox(command) });
    const organization = await createSegue({ url, apiKey: key }).organization.get();
    const { keys } = readKeys(variables);
    await writeKeys(variables, { current: url, keys: { ...keys, [url]: key } });
    outputOf(command).report({ url, organization }, [
      `Logged in to ${url} as ${printable(organization.name)}. The key is stored in ${keysPath(variables)}.`,
    ]);
  });
}

async function givenKey(variables: Variables): Promise<string> {
  return variables.SEGUE_API_KEY?.trim() || askSecret("API key (it is not shown): ");
}

async function makeKey(variables: Variables, command: Command, org_id: string): Promise<string> {
  const { client } = handsOf(variables, command, "operator");
  const body = { name: `segue login on ${hostname()}`.slice(0, 100) };
  const { key } = await client.operator.apiKeys.create(org_id, body);
  return key ?? "";
}

export function whoamiCommand(variables: Variables): Command {
  const command = new Command("whoami").description("show where commands go, and as which organization");
  examples(command, ["whoami", "whoami --json | jq -r .organization.id"]);
  return command.action(async () => {
    const { url, client, output } = handsOf(variables, command, "organization");
    const organization = await client.organization.get();
    const { name, id, tier } = organization;
    output.report({ url, organization }, [`${printable(name)} (${id}, ${tier}) at ${url}`]);
  });
}

export function logoutCommand(variables: Variables): Command {
  const command = new Command("logout")
    .description("forget the key that login stored")
    .option("--all", "forget the keys of every address");
  examples(command, ["logout", "logout --all"]);
  return command.action(async ({ all }: { all?: true }) => {
    const { current, keys } = readKeys(variables);
    const url = namedUrl(variables) ?? current;
    const left = all ? {} : Object.fromEntries(Object.entries(keys).filter(([address]) => address !== url));
    await writeKeys(variables, { current: url === current ? Object.keys(left)[0] : current, keys: left });
    const forgotten = Object.keys(keys).filter((address) => !(address in left));
    const sentence = `Forgot the key of ${forgotten.join(", ")}. It still works until it is revoked.`;
    outputOf(command).report({ forgotten }, [forgotten.length === 0 ? "No key was stored." : sentence]);
  });
}
