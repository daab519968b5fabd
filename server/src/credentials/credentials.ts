// Finds who holds a credential. The answer is cached for a moment, so that a busy caller costs no query. A revocation on this
// node is seen at once, one on another node when the cache expires. Unknown credentials are looked up: see look-up.ts.

import { hash, timingSafeEqual } from "node:crypto";
import { operatorLimits, scaleLimits, storeLimits } from "../organizations/organization.ts";
import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import type {
  Authenticate,
  AuthenticateClient,
  Origin,
  PersonalSignIn,
  SignIn,
} from "../platform/http/guards/guards.ts";
import type {
  OperatorPrincipal,
  OrganizationPrincipal,
  Principal,
  StorePrincipal,
  VisitorPrincipal,
} from "../platform/http/principal.ts";
import { andThen, type MaybePromise } from "../platform/maybe-promise.ts";
import { hashKey, isWellFormedKey, type KeyForm } from "./api-key.ts";
import { type CredentialNoun, invalid, type PersonRules, principalOf, refuseHolder } from "./holder.ts";
import { createLookUp, type LookUp } from "./look-up.ts";
import { isClientId, prefixOf } from "./oauth-client.ts";
import { findAccessTokens, findOAuthClients, type Holder, useApiKeys } from "./queries.ts";
import type { FetchedKinds } from "./store-credential.ts";
import { type StoreHolder, useStoreCredentials } from "./store-queries.ts";
import { ttlCache } from "./ttl-cache.ts";
import { createVisitors } from "./visitors.ts";

export type Credentials = {
  authenticate: Authenticate;
  authenticateClient: AuthenticateClient;
  authenticateSession: Authenticate;
  authenticateKeySignIn(given: KeySignIn, origin: Origin): MaybePromise<VisitorPrincipal | ApiError>;
  forget(): void;
};

type KeySignIn = Exclude<SignIn, PersonalSignIn>;

type Found = { kind: CredentialKind; holder: Holder | StoreHolder | undefined };

type CredentialSettings = {
  form: KeyForm;
  other_prefix: string;
  operator_key: string;
  fetched_kinds: FetchedKinds;
} & PersonRules;

export function createCredentials(ctx: Context, settings: CredentialSettings): Credentials {
  const { form, rate_factor } = settings;
  const operator_hash = hashKey(settings.operator_key, form.pepper);
  const limits = scaleLimits(operatorLimits, rate_factor);
  const operator: OperatorPrincipal = { kind: "operator", actor: "operator", limits };
  const kinds = credentialKinds(ctx, settings);
  const findClient = createLookUp((ids: readonly string[]) => findOAuthClients(ctx.db, ids));
  const remembered = ttlCache<Found>();
  const visitors = createVisitors(ctx, { ...settings, operator, operator_hash });

  function authenticate(credential: string, origin?: Origin): MaybePromise<Principal | ApiError> {
    // By its digest, so that no credential stays in memory; a plain one, since it is made for every request.
    const name = hash("sha256", credential, "base64");
    const known = remembered.find(name);
    if (known) return judge(known);
    const key_hash = hashKey(credential, form.pepper);
    if (timingSafeEqual(key_hash, operator_hash)) return operator;
    const kind = kinds.find(({ prefix, other_prefix }) => beginsWith(credential, prefix, other_prefix)) ?? kinds[0];
    const refusal = refuseByForm(credential, kind);
    if (refusal) return refusal;
    const find = async () => ({ kind, holder: await kind.find(key_hash, name, origin) });
    return andThen(remembered.ask(name, find), judge);
  }

  function judge({ kind, holder }: Found): Principal | ApiError {
    if (!holder) return invalid(`This ${kind.noun} is not known, or was revoked.`);
    if ("store_id" in holder) return refuseStore(holder) ?? storePrincipal(holder, rate_factor);
    return refuseHolder(holder, kind.noun, ctx.clock.now()) ?? principalOf(holder, rate_factor);
  }

  // Never remembered: a client comes once an hour, and its secret is compared in a time that tells nothing about it.
  async function authenticateClient(
    ...[given, origin]: Parameters<AuthenticateClient>
  ): Promise<OrganizationPrincipal | ApiError> {
    const { client_id } = given;
    const client = isClientId(client_id) ? await findClient(client_id, client_id, origin) : undefined;
    const secret_hash = hashKey(given.client_secret, form.pepper);
    const isRight = timingSafeEqual(secret_hash, client?.secret_hash ?? operator_hash);
    if (!client || !isRight) return invalid("There is no client with this id and secret.");
    return refuseHolder(client, "client", ctx.clock.now()) ?? principalOf(client, rate_factor);
  }

  function authenticateKeySignIn(given: KeySignIn, origin: Origin): MaybePromise<VisitorPrincipal | ApiError> {
    if ("token" in given) return visitors.authenticateLink(given.token, origin);
    const { key } = given;
    const [, ...others] = kinds;
    const other = others.find(({ prefix, other_prefix }) => beginsWith(key, prefix, other_prefix));
    const refuse = (noun: CredentialNoun) =>
      invalid(`This ${noun} cannot sign in; use an API key, which begins with ${form.prefix}.`);
    if (other) return refuse(other.noun);
    return andThen(authenticate(key, origin), (caller) =>
      caller instanceof ApiError || caller.kind !== "store" ? caller : refuse("store's credential"),
    );
  }

  return {
    authenticate,
    authenticateClient,
    authenticateSession: visitors.authenticateSession,
    authenticateKeySignIn,
    forget() {
      remembered.forget();
      visitors.forget();
    },
  };
}

function storePrincipal({ store_id, actor }: StoreHolder, rate_factor: number): StorePrincipal {
  return { kind: "store", store_id, actor, limits: scaleLimits(storeLimits, rate_factor) };
}

type CredentialKind = {
  noun: CredentialNoun;
  prefix: string;
  other_prefix: string;
  find: LookUp<Buffer, Holder | StoreHolder>;
};

function credentialKinds(
  ctx: Context,
  { form: { prefix }, other_prefix, fetched_kinds }: CredentialSettings,
): [CredentialKind, ...CredentialKind[]] {
  const keys: CredentialKind = {
    noun: "API key",
    prefix,
    other_prefix,
    find: createLookUp((hashes: readonly Buffer[]) => useApiKeys(ctx.db, hashes, ctx.clock.now().toISOString())),
  };
  const tokens: CredentialKind = {
    noun: "access token",
    prefix: prefixOf("at", prefix),
    other_prefix: prefixOf("at", other_prefix),
    find: createLookUp((hashes: readonly Buffer[]) => findAccessTokens(ctx.db, hashes)),
  };
  const stores: CredentialKind = {
    noun: "store's credential",
    prefix: prefixOf("st", prefix),
    other_prefix: prefixOf("st", other_prefix),
    find: createLookUp((hashes: readonly Buffer[]) =>
      useStoreCredentials(ctx.db, hashes, { used_at: ctx.clock.now().toISOString(), fetched_kinds }),
    ),
  };
  return [keys, tokens, stores];
}

function refuseStore({ is_fetching }: StoreHolder): ApiError | undefined {
  return is_fetching ? undefined : invalid("This store does not fetch its messages any more; ask the operator.");
}

function beginsWith(credential: string, ...prefixes: string[]): boolean {
  return prefixes.some((prefix) => credential.startsWith(prefix));
}

function refuseByForm(credential: string, { noun, prefix, other_prefix }: CredentialKind): ApiError | undefined {
  if (credential.startsWith(other_prefix)) {
    return invalid(
      `This ${noun} begins with ${other_prefix} and belongs to the other environment; here a credential of this kind begins with ${prefix}.`,
    );
  }
  if (!credential.startsWith(prefix)) return invalid(`This is not an API key; keys here begin with ${prefix}.`);
  if (!isWellFormedKey(credential)) return invalid(`This ${noun} is damaged: it was cut or mistyped.`);
  return undefined;
}
