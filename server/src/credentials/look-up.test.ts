import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countingStatements } from "../../test/counting-statements.ts";
import { createWorld, type World } from "../../test/world.ts";
import { accessRefusal } from "../platform/http/guards/access.ts";
import { admitByBody } from "../platform/http/guards/body-credential.ts";
import { countRequest } from "../platform/http/guards/count-request.ts";
import { identify } from "../platform/http/guards/identify.ts";
import { principalId } from "../platform/http/principal.ts";
import { memoryRateLimiter } from "../platform/limits/rate-limit.ts";
import { deriveKeys } from "../secrets.ts";
import { generateKey, KEY_BYTES } from "./api-key.ts";
import { createCredentials } from "./credentials.ts";
import { invalid } from "./holder.ts";

const secret = Buffer.alloc(32, 7);
let world: World;
let key: string;
beforeAll(async () => {
  world = await createWorld({ secret });
  key = world.label.key ?? "";
});
afterAll(() => world.close());

/** Guards as a node has that knows nothing yet, with time standing still, and what they ask the database. */
function freshNode() {
  const { db, statements } = countingStatements(world.ctx.db);
  const credentials = createCredentials(
    { ...world.ctx, db },
    {
      form: { prefix: "sk_live_", pepper: deriveKeys(secret).pepper },
      other_prefix: "sk_test_",
      operator_key: "operator",
      rate_factor: 1,
      second_factor: "optional",
      fetched_kinds: [],
    },
  );
  const limiter = () => memoryRateLimiter(() => 0);
  const guards = {
    ...credentials,
    authenticateSignIn: () => invalid("No person signs in here."),
    limiters: { principals: limiter(), addresses: limiter(), guesses: limiter() },
    anonymous: { per_minute: 600, burst: 60 },
  };
  /** The guards' answer to a credential from an address: the caller's id, or the error's code. */
  const knock = async (authorization: string | undefined, address = "192.0.2.1"): Promise<string> => {
    try {
      const route = { access: "any_key" } as const;
      const knocked = { route, authorization, addressKey: () => address };
      const caller = await identify(guards, knocked);
      const { principal, refusal } = await countRequest(guards, knocked, caller, accessRefusal(route, caller));
      return refusal ? refusal.code : principal ? principalId(principal) : "none";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const withKey = (key: string) => knock(`Bearer ${key}`);
  const askForToken = async (client_id: string, client_secret: string): Promise<string> => {
    try {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const body = Buffer.from(String(new URLSearchParams({ client_id, client_secret })));
      const asked = { route: { access: "client" } as const, authorization: undefined, addressKey: () => "192.0.2.1" };
      const { principal, refusal } = await admitByBody(guards, asked, { headers, body });
      return refusal ? refusal.code : principal ? principalId(principal) : "none";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const overLimit = async () => {
    for (let count = 0; count < 60; count++) await knock(undefined);
    expect(await knock(undefined)).toBe("rate_limit_exceeded");
  };
  return { statements, withKey, askForToken, overLimit, forget: credentials.forget };
}

const madeUp = (prefix = "sk_live_") => generateKey(prefix, randomBytes(KEY_BYTES));
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe("an address over its limit", () => {
  test("that makes up 300 keys at once costs the database one statement, not 300", async () => {
    const node = freshNode();
    await node.overLimit();
    const before = node.statements();
    const answers = await Promise.all(times(300, () => node.withKey(madeUp())));
    expect(new Set(answers)).toEqual(new Set(["rate_limit_exceeded"]));
    expect(node.statements() - before).toBeLessThanOrEqual(2);
  });

  test("makes up access tokens and clients at the same price", async () => {
    const node = freshNode();
    await node.overLimit();
    const before = node.statements();
    const tokens = times(300, () => node.withKey(madeUp("at_live_")));
    const id = (index: number) => `cli_${String(index).padStart(26, "0")}`;
    const clients = Array.from({ length: 300 }, (_, index) => node.askForToken(id(index), "wrong"));
    expect(new Set(await Promise.all([...tokens, ...clients]))).toEqual(new Set(["rate_limit_exceeded"]));
    expect(node.statements() - before).toBeLessThanOrEqual(4);
  });

  test("admits a valid key that was never seen before, even in the middle of a flood", async () => {
    const node = freshNode();
    await node.overLimit();
    const flood = times(15, () => node.withKey(madeUp()));
    expect(await node.withKey(key)).toBe(world.label.id);
    await Promise.all(flood);
  });

  test("whose line is full tells a new key to come back, and lets it in soon after", async () => {
    const node = freshNode();
    await node.overLimit();
    const flood = times(300, () => node.withKey(madeUp()));
    expect(await node.withKey(key)).toBe("rate_limit_exceeded");
    await Promise.all(flood);
    expect(await node.withKey(key)).toBe(world.label.id);
  });

  test("never makes a key wait that was valid before, whatever else comes", async () => {
    const node = freshNode();
    expect(await node.withKey(key)).toBe(world.label.id);
    await node.overLimit();
    const flood = times(300, () => node.withKey(madeUp()));
    expect(await node.withKey(key)).toBe(world.label.id);
    node.forget();
    expect(await node.withKey(key)).toBe(world.label.id);
    await Promise.all(flood);
  });

  test("lets a client get its token, and a wrong secret not", async () => {
    const path = `/v1/operator/organizations/${world.label.id}/oauth-clients`;
    const { client_id, client_secret } = (await world.operator.call(`POST ${path}`, { body: {} })).body;
    const node = freshNode();
    await node.overLimit();
    expect(await node.askForToken(client_id, client_secret)).toBe(world.label.id);
    expect(await node.askForToken(client_id, "wrong")).toBe("rate_limit_exceeded");
  });
});

test("an address within its limit is looked up for at once, each credential for itself", async () => {
  const node = freshNode();
  const before = node.statements();
  expect(new Set(await Promise.all(times(10, () => node.withKey(madeUp()))))).toEqual(new Set(["invalid_credentials"]));
  expect(node.statements() - before).toBe(10);
});

test("several keys asked for in one statement are each their own", async () => {
  const node = freshNode();
  await node.overLimit();
  const rival = world.rival.key ?? "";
  const answers = await Promise.all([node.withKey(rival), node.withKey(madeUp()), node.withKey(key)]);
  expect(answers).toEqual([world.rival.id, "rate_limit_exceeded", world.label.id]);
});
