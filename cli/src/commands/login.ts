import { hostname } from "node:os";
import { createSegue } from "@segue/sdk";
import { askSecret } from "../ask.ts";
import type { Invocation } from "../invocation.ts";
import { keysPath, readKeys, writeKeys } from "../keys-file.ts";
import { flag, text } from "../option.ts";
import { printable } from "../output.ts";
import { command } from "../row.ts";
import { loginUrl, namedUrl, UsageError } from "../settings.ts";

/** `segue login`: tries the key, then stores it for its address. */
export const loginCommand = command("login", "store an API key, so that later commands use it", {
  options: { org_id: text("--org <org_id>", "create a key of this organization, with the operator's key") },
  examples: ["login", "login < key.txt", "login --org org_01k8z3v9qxe7p9a4m2c6t5w8rn --sandbox"],
  async run(invocation, { org_id }) {
    const { variables, is_sandbox, output } = invocation;
    const key = org_id === undefined ? await givenKey(invocation) : await makeKey(invocation, org_id);
    if (!key) throw new UsageError("There is no key: type one, pipe one in, or set SEGUE_API_KEY.");
    const url = loginUrl(variables, key, { is_sandbox });
    const organization = await createSegue({ url, apiKey: key }).organization.get();
    const { keys } = readKeys(variables);
    await writeKeys(variables, { current: url, keys: { ...keys, [url]: key } });
    output.report({ url, organization }, [
      `Logged in to ${url} as ${printable(organization.name)}. The key is stored in ${keysPath(variables)}.`,
    ]);
  },
});

async function givenKey({ variables }: Invocation): Promise<string> {
  return variables.SEGUE_API_KEY?.trim() || askSecret("API key (it is not shown): ");
}

async function makeKey({ connect }: Invocation, org_id: string): Promise<string> {
  const body = { name: `segue login on ${hostname()}`.slice(0, 100) };
  const { key } = await connect("operator").client.operator.apiKeys.create(org_id, body);
  return key ?? "";
}

export const whoamiCommand = command("whoami", "show where commands go, and as which organization", {
  examples: ["whoami", "whoami --json | jq -r .organization.id"],
  async run({ connect, output }) {
    const { url, client } = connect();
    const organization = await client.organization.get();
    const { name, id, tier } = organization;
    output.report({ url, organization }, [`${printable(name)} (${id}, ${tier}) at ${url}`]);
  },
});

export const logoutCommand = command("logout", "forget the key that login stored", {
  options: { all: flag("--all", "forget the keys of every address") },
  examples: ["logout", "logout --all"],
  async run({ variables, output }, { all }) {
    const { current, keys } = readKeys(variables);
    const url = namedUrl(variables) ?? current;
    const left = all ? {} : Object.fromEntries(Object.entries(keys).filter(([address]) => address !== url));
    await writeKeys(variables, { current: url === current ? Object.keys(left)[0] : current, keys: left });
    const forgotten = Object.keys(keys).filter((address) => !(address in left));
    const sentence = `Forgot the key of ${forgotten.join(", ")}. It still works until it is revoked.`;
    output.report({ forgotten }, [forgotten.length === 0 ? "No key was stored." : sentence]);
  },
});
