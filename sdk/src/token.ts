// OAuth 2.0 client credentials: one access token at a time, renewed before it expires or when it is refused.

import type { AccessToken } from "./schema.ts";

export type OAuthClient = { client_id: string; client_secret: string; scope?: string };

/** A token is not used in its last minute, because a call takes time. */
const SPARE_MS = 60_000;

/** `load` gets a new token. Calls that need one at the same time share it. */
export function tokenHolder(load: () => Promise<AccessToken>): (isRefused: boolean) => Promise<string> {
  let token: Promise<string> | undefined;
  let renew_at = 0;
  return function hold(isRefused) {
    if (isRefused || Date.now() >= renew_at) token = undefined;
    token ??= begin();
    return token;
  };

  function begin(): Promise<string> {
    renew_at = Number.POSITIVE_INFINITY;
    return load().then(
      ({ access_token, expires_in }) => {
        renew_at = Date.now() + expires_in * 1_000 - SPARE_MS;
        return access_token;
      },
      (error: unknown) => {
        renew_at = 0;
        throw error;
      },
    );
  }
}
