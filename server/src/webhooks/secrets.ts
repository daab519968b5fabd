import type { Seal } from "../platform/seal.ts";
import type { SigningSecrets } from "./signature.ts";

/** What seals the secrets of endpoints: at rest nobody reads them. */
export type SecretParts = { vault: Seal };

/** Bound to its endpoint: moved to another row it does not open. */
export function sealSecret({ vault }: SecretParts, webhook_id: string, secret: string): string {
  return vault.seal(secret, webhook_id);
}

type Kept = { id: string; secret: string; previous_secret: string | null; previous_until: string | null };

/** The old one, for as long as it signs too. */
export function openSecrets(parts: SecretParts, { id, secret, ...previous }: Kept, now: Date): SigningSecrets {
  const { previous_secret, previous_until } = previous;
  const isOver = previous_secret === null || previous_until === null || previous_until <= now.toISOString();
  return {
    current: openSecret(parts, id, secret),
    ...(!isOver && { previous: openSecret(parts, id, previous_secret) }),
  };
}

// Opening one takes as long as signing with it, and most endpoints hear of many events.
const MAX_OPENED = 1_000;
const opened = new Map<string, string>();

function openSecret({ vault }: SecretParts, webhook_id: string, sealed: string): string {
  const name = `${webhook_id} ${sealed}`;
  const known = opened.get(name);
  if (known !== undefined) return known;
  const secret = vault.open(sealed, webhook_id);
  if (typeof secret !== "string") throw new Error(`The secret of ${webhook_id} was not sealed by this service.`);
  if (opened.size >= MAX_OPENED) opened.clear();
  opened.set(name, secret);
  return secret;
}
