// How people sign in, from the environment's variables.

import { ConfigError } from "./config-error.ts";
import { secondFactorRules } from "./credentials/holder.ts";
import { type IdentityProvider, type PeopleSettings, signInWays } from "./people/people-settings.ts";
import { readSetting, type SettingName, type Variables } from "./settings.ts";

const providerVariables = ["SEGUE_OIDC_ISSUER", "SEGUE_OIDC_CLIENT_ID", "SEGUE_OIDC_CLIENT_SECRET"] as const;

export function readPeople(variables: Variables): PeopleSettings {
  const identity_provider = readProvider(variables);
  const sign_in = readChoice(variables, "SEGUE_SIGN_IN", signInWays);
  if (sign_in === "oidc" && !identity_provider)
    throw new ConfigError("SEGUE_SIGN_IN=oidc needs an identity provider: set SEGUE_OIDC_ISSUER and its client.");
  return { second_factor: readChoice(variables, "SEGUE_SECOND_FACTOR", secondFactorRules), sign_in, identity_provider };
}

function readProvider(variables: Variables): IdentityProvider | null {
  const [issuer, client_id, client_secret] = providerVariables.map((name) => readSetting(variables, name));
  const missing = providerVariables.filter((name) => readSetting(variables, name) === undefined);
  if (missing.length === providerVariables.length) return null;
  if (issuer === undefined || client_id === undefined || client_secret === undefined)
    throw new ConfigError(`${missing.join(" and ")} must be set too: an identity provider needs all three.`);
  if (!isIssuer(issuer))
    throw new ConfigError(
      "SEGUE_OIDC_ISSUER must be an https:// address, or http:// on this machine, without a query.",
    );
  return { issuer, client_id, client_secret };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  const isPlain = search === "" && hash === "" && username === "";
  return isPlain && (protocol === "https:" || (protocol === "http:" && loopback.test(hostname)));
}

function readChoice<const Choices extends readonly string[]>(
  variables: Variables,
  name: SettingName,
  choices: Choices,
): Choices[number] {
  const text = readSetting(variables, name) ?? "";
  if (choices.includes(text)) return text;
  throw new ConfigError(`${name} must be ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}, not "${text}".`);
}
