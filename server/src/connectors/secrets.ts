import { TransportFailure } from "../messages/message.ts";
import type { Seal } from "../platform/seal.ts";

type Texts = Readonly<Record<string, string>>;

/** Each secret is bound to its store and its name: a copy in another row does not open. */
export function sealConnectorSecrets(vault: Seal, store_id: string, secrets: Texts): Record<string, string> {
  const sealed = Object.entries(secrets).map(([name, value]) => [name, vault.seal(value, bindingOf(store_id, name))]);
  return Object.fromEntries(sealed);
}

/** A secret that does not open was sealed with a lost key of the service. Without it, the store cannot be reached. */
export function openConnectorSecrets(vault: Seal, store_id: string, sealed: Texts): Record<string, string> {
  const opened = Object.entries(sealed).map(([name, text]) => {
    const value = vault.open(text, bindingOf(store_id, name));
    if (typeof value !== "string")
      throw new TransportFailure(
        `The secret ${name} of ${store_id} cannot be read any more: the operator must enter it again.`,
      );
    return [name, value];
  });
  return Object.fromEntries(opened);
}

function bindingOf(store_id: string, name: string): string {
  return `${store_id} ${name}`;
}
