// OAuth 2.0 client credentials: one access token at a time, renewed before it expires or when it is refused.

import type { AccessToken } from "./schema.ts";

export type OAuthCredentials = { client_id: string; client_secret: string; scope?: string };

/** A token is not used in its last minute, because a call takes time. */
const SPARE_MS = 60_000;

/** `load` gets a new token. Calls that need one at the same time share it. */
export function tokenHolder(load: () => Promise<AccessToken>): (refused?: string) => Promise<string> {
  let current: { token: string; renew_at: number } | undefined;
  let loading: Promise<string> | undefined;
  return async function hold(refused) {
    if (current && current.token !== refused && Date.now() < current.renew_at) return current.token;
    loading ??= renew().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  async function renew(): Promise<string> {
    const { access_token, expires_in } = await load();
    current = { token: access_token, renew_at: Date.now() + expires_in * 1_000 - SPARE_MS };
    return access_token;
  }
}
