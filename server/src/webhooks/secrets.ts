import type { Seal } from "../platform/seal.ts";
import type { SigningSecrets } from "./signature.ts";

/** Seals the secrets of endpoints, so that a copy of the database does not reveal them. */
export type SecretParts = { vault: Seal };

/** Bound to its endpoint: a secret that was copied to another row does not open. */
export function sealSecret({ vault }: SecretParts, webhook_id: string, secret: string): string {
  return vault.seal(secret, webhook_id);
}

type Kept = { id: string; secret: string; previous_secret: string | null; previous_until: string | null };

/** Tells the partner what to do if the secret does not open, because the service's own secret was replaced since. */
export const UNREADABLE =
  "The webhook's secret cannot be read any more: rotate it (POST /v1/webhooks/{webhook_id}/rotate-secret), then ping the webhook.";

/** The old one comes along for as long as it signs too, and opens. Undefined: the present one does not open. */
export function openSecrets(parts: SecretParts, kept: Kept, now: Date): SigningSecrets | undefined {
  const { id, secret, previous_secret, previous_until } = kept;
  const current = openSecret(parts, id, secret);
  if (current === undefined) return undefined;
  const isOver = previous_secret === null || previous_until === null || previous_until <= now.toISOString();
  const previous = isOver ? undefined : openSecret(parts, id, previous_secret);
  return { current, ...(previous !== undefined && { previous }) };
}

// Opening a secret takes as long as signing with it, and most endpoints get many events.
const MAX_OPENED = 1_000;
const openedBy = new WeakMap<Seal, Map<string, string>>();

function openSecret({ vault }: SecretParts, webhook_id: string, sealed: string): string | undefined {
  const name = `${webhook_id} ${sealed}`;
  const opened = openedBy.get(vault) ?? new Map<string, string>();
  const known = opened.get(name);
  if (known !== undefined) return known;
  const secret = vault.open(sealed, webhook_id);
  if (typeof secret !== "string") return undefined;
  if (opened.size >= MAX_OPENED) opened.clear();
  openedBy.set(vault, opened.set(name, secret));
  return secret;
}
