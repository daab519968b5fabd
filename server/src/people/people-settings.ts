import type { SecondFactorRule } from "../credentials/holder.ts";

/** `SEGUE_SIGN_IN`: `oidc` leaves no password. */
export const signInWays = ["password", "oidc"] as const;
export type SignInWay = (typeof signInWays)[number];

export type IdentityProvider = {
  issuer: string;
  client_id: string;
  client_secret: string;
  /** Only tests shorten it. */
  within_ms?: number;
};

/** How people sign in. Both environments have the same. */
export type PeopleSettings = {
  second_factor: SecondFactorRule;
  sign_in: SignInWay;
  identity_provider: IdentityProvider | null;
};
