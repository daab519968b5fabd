import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { assert, describe, expect, test } from "vitest";
import { signWebhook, type VerifyWebhookOptions, verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
const now = new Date("2027-03-01T12:00:00.000Z");
const event = {
  id: "evt_01k8z3v9qxe7p9a4m2c6t5w8rn",
  event_type: "delivery.completed",
  created_at: "2027-03-01T11:59:59.000Z",
  data: { id: "dlv_1", title: "Für Elise – 夜" },
};
const body = JSON.stringify(event);

type Signed = { body: string | Uint8Array; headers: Record<string, string> };
const signed = async (more: Partial<Parameters<typeof signWebhook>[0]> = {}): Promise<Signed> => {
  const { id, event_type } = event;
  return { body: more.body ?? body, headers: await signWebhook({ id, event_type, body, secret, at: now, ...more }) };
};
const reasonOf = async (options: Partial<VerifyWebhookOptions>): Promise<string> => {
  const failure = await verifyWebhook({ ...(await signed()), secret, now, ...options }).catch((error) => error);
  if (!(failure instanceof WebhookVerificationError)) return "none";
  expect(failure.message).toMatch(/^[A-Z].{20,}[.?]$/);
  return failure.reason;
};
const without = (headers: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

describe("what the service sends", () => {
  test("is verified, from text or bytes", async () => {
    const sent = await signed();
    expect(await verifyWebhook({ ...sent, secret, now })).toEqual(event);
    expect(await verifyWebhook({ ...sent, body: Buffer.from(body), secret, now })).toEqual(event);
    expect(await verifyWebhook({ ...sent, body: new TextEncoder().encode(body), secret, now })).toEqual(event);
  });

  test("is verified by the headers of fetch, of Node, and of frameworks", async () => {
    const { headers } = await signed();
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    const maps = [new Map(Object.entries(lower)), new Map(Object.entries(upper))];
    for (const given of [new Headers(headers), lower, upper, { ...lower, cookie: undefined }, ...maps])
      expect(await verifyWebhook({ body, headers: given, secret, now })).toEqual(event);
  });

  test("carries the digest of the raw body, keyed with the secret as it is shown", async () => {
    const { createHmac } = await import("node:crypto");
    const hex = createHmac("sha256", secret).update(body).digest("hex");
    expect((await signed()).headers["X-SVC-Signature"]).toBe(`sha256=${hex}`);
  });
});

describe("Standard Webhooks", () => {
  test("what its library signs, we verify", async () => {
    const { headers } = await signed();
    const theirs = new Webhook(secret).sign(event.id, now, body);
    expect(await verifyWebhook({ body, headers: { ...headers, "webhook-signature": theirs }, secret, now })).toEqual(
      event,
    );
  });

  test("what we sign, its library verifies, also with either secret of a rotation", async () => {
    const previous_secret = newSecret();
    const { headers } = await signed({ previous_secret, at: new Date() });
    for (const each of [secret, previous_secret]) expect(new Webhook(each).verify(body, headers)).toEqual(event);
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
  });

  test("any text, signed by either, is the same to both", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.uuid(), async (text, id) => {
        const sent = await signed({ body: text, id });
        expect(sent.headers["webhook-signature"]).toBe(new Webhook(secret).sign(id, now, text));
      }),
    );
  });
});

describe("one flipped bit is refused", () => {
  const flip = (text: string, at: number): string => {
    const bytes = Buffer.from(text, "latin1");
    const index = Math.floor(at / 8) % bytes.length;
    bytes[index] = (bytes[index] ?? 0) ^ (1 << (at % 8));
    return bytes.toString("latin1");
  };
  const anywhere = fc.nat({ max: 100_000 });

  test("in the body", async () => {
    const sent = await signed();
    const check = async (at: number) => {
      const flipped = Buffer.from(flip(Buffer.from(body).toString("latin1"), at), "latin1");
      expect(await reasonOf({ ...sent, body: flipped })).toBe("signature_mismatch");
    };
    await fc.assert(fc.asyncProperty(anywhere, check));
  });

  test.each(["X-SVC-Signature", "webhook-id", "webhook-timestamp", "webhook-signature"])("in %s", async (name) => {
    const { headers } = await signed();
    const value = headers[name] ?? "";
    // All of them: there are few enough.
    for (let at = 0; at < value.length * 8; at++)
      expect(await reasonOf({ headers: { ...headers, [name]: flip(value, at) } })).toMatch(
        /^(signature_mismatch|header_malformed)$/,
      );
  });

  test("in the secret", async () => {
    for (let at = 0; at < secret.length * 8; at++)
      expect(await reasonOf({ secret: flip(secret, at) })).toMatch(/^(signature_mismatch|secret_malformed)$/);
  });
});

describe("the replay window", () => {
  const at = (ms: number) => ({ now: new Date(now.getTime() + ms) });

  test("is five minutes, both ways, to the last moment", async () => {
    for (const ms of [0, 299_999, 300_000, -300_000]) expect(await reasonOf(at(ms))).toBe("none");
    expect(await reasonOf(at(300_001))).toBe("too_old");
    expect(await reasonOf(at(-300_001))).toBe("too_new");
  });

  test("is as long as it was set to be", async () => {
    expect(await reasonOf({ ...at(10_000), tolerance_s: 10 })).toBe("none");
    expect(await reasonOf({ ...at(10_001), tolerance_s: 10 })).toBe("too_old");
    expect(await reasonOf({ ...at(86_400_000), tolerance_s: 86_400 })).toBe("none");
  });

  test("what is no number is refused", async () => {
    expect(await reasonOf({ tolerance_s: Number.NaN })).toBe("too_old");
    expect(await reasonOf({ now: new Date("never") })).toBe("too_old");
  });

  test("cannot be moved by whoever sends it again: the time is signed", async () => {
    const { headers } = await signed();
    const later = at(3_600_000).now;
    const fresh = String(later.getTime() / 1_000);
    expect(await reasonOf({ headers: { ...headers, "webhook-timestamp": fresh }, now: later })).toBe(
      "signature_mismatch",
    );
    // A signature of the body alone says nothing about when.
    const bare = without(headers, "webhook-id", "webhook-timestamp", "webhook-signature");
    expect(await reasonOf({ headers: bare, now: later })).toBe("header_missing");
  });
});

describe("rotation", () => {
  const previous_secret = newSecret();

  test("the receiver that still has the old secret, has the new one already, or has both, verifies", async () => {
    const sent = await signed({ previous_secret });
    for (const each of [
      previous_secret,
      secret,
      [previous_secret, secret],
      [secret, previous_secret],
      [newSecret(), secret],
    ])
      expect(await verifyWebhook({ ...sent, secret: each, now })).toEqual(event);
    expect(await reasonOf({ ...sent, secret: [newSecret(), newSecret()] })).toBe("signature_mismatch");
  });

  test("a day later the old secret alone is refused, and with the new one beside it is not", async () => {
    const sent = await signed();
    expect(await reasonOf({ ...sent, secret: previous_secret })).toBe("signature_mismatch");
    expect(await reasonOf({ ...sent, secret: [previous_secret, secret] })).toBe("none");
  });

  test("signatures of two secrets do not add up to one", async () => {
    const [mine, old] = [await signed(), await signed({ secret: previous_secret })];
    const mixed = { ...mine.headers, "webhook-signature": old.headers["webhook-signature"] ?? "" };
    expect(await reasonOf({ headers: mixed, secret: [secret, previous_secret] })).toBe("signature_mismatch");
  });
});

describe("what is refused, with a sentence that says what to check", () => {
  test("a parsed body", async () => {
    for (const parsed of [event, "[object Object]", undefined, null, 7])
      expect(await reasonOf({ body: parsed as unknown as string })).toBe("body_not_raw");
    expect(await reasonOf({ body: JSON.stringify(event, null, 2) })).toBe("signature_mismatch");
  });

  test("a secret that is none, or not whole", async () => {
    const wrong = [
      undefined,
      "",
      "whsec_",
      secret.slice(6),
      `${secret}\n`,
      ` ${secret}`,
      "sk_live_123",
      [],
      [secret, ""],
    ];
    for (const each of wrong) expect(await reasonOf({ secret: each as string })).toBe("secret_malformed");
    expect(await reasonOf({ secret: newSecret() })).toBe("signature_mismatch");
  });

  test("a header that is missing", async () => {
    const { headers } = await signed();
    for (const name of ["X-SVC-Signature", "webhook-id", "webhook-timestamp", "webhook-signature"]) {
      expect(await reasonOf({ headers: without(headers, name) })).toBe("header_missing");
      expect(await reasonOf({ headers: { ...headers, [name]: "" } })).toBe("header_missing");
    }
    expect(await reasonOf({ headers: new Headers() })).toBe("header_missing");
  });

  test("a header that is there twice", async () => {
    const { headers } = await signed();
    const right = headers["X-SVC-Signature"] ?? "";
    expect(await reasonOf({ headers: { ...headers, "x-svc-signature": right } })).toBe("header_malformed");
    expect(await reasonOf({ headers: { ...headers, "X-SVC-Signature": [right, right] } })).toBe("header_malformed");
    const twice = new Headers(headers);
    twice.append("X-SVC-Signature", right);
    expect(await reasonOf({ headers: twice })).toBe("signature_mismatch");
  });

  test("headers that are none, and values that are no text, by its own error and never by a TypeError", async () => {
    const { headers } = await signed();
    const throwing = new Proxy({}, { ownKeys: () => assert.fail("a trap"), get: () => assert.fail("a trap") });
    const none = [undefined, null, 7, "text", true, Symbol("x"), () => "", throwing];
    const odd = [[], new Map(), new Set(["x"]), Object.create(null), { get: () => undefined }, { get: () => null }];
    for (const given of [...none, ...odd])
      expect(await reasonOf({ headers: given as never })).toMatch(/^header_(missing|malformed)$/);
    for (const get of [() => 7, () => ({}), () => ["a", "b"], () => assert.fail("thrown")])
      expect(await reasonOf({ headers: { get } as never })).toBe("header_malformed");
    const values = [7, {}, [[]], [["a"], ["b"]], Symbol("x"), 10n, true, "x".repeat(10_000_000), [null, undefined, {}]];
    for (const name of Object.keys(headers).filter((name) => /^(x-svc-signature|webhook-)/i.test(name)))
      for (const value of values)
        expect(await reasonOf({ headers: { ...headers, [name]: value } as never })).toMatch(
          /^header_(missing|malformed)$/,
        );
    const letters = ["ü", "\ud800", "\u0000", "音楽", "\r\n"];
    for (const letter of letters)
      expect(await reasonOf({ headers: { ...headers, "webhook-id": letter, "webhook-signature": letter } })).toBe(
        "signature_mismatch",
      );
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.constantFrom(...Object.keys(headers)), async (value, name) => {
        expect(await reasonOf({ headers: value as never })).not.toBe("none");
        const failure = await verifyWebhook({
          body,
          headers: { ...headers, [name]: value } as never,
          secret,
          now,
        }).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(failure === undefined || failure instanceof WebhookVerificationError).toBe(true);
      }),
    );
  });

  test("hostile headers", async () => {
    const { headers } = await signed();
    const signature = headers["webhook-signature"] ?? "";
    for (const [name, value] of [
      ["webhook-timestamp", "1e9"],
      ["webhook-timestamp", "-1"],
      ["webhook-timestamp", " 1800000000"],
      ["webhook-timestamp", "9".repeat(400)],
      ["webhook-signature", signature.replace("v1,", "v1a,")],
      ["webhook-signature", signature.slice(0, -1)],
      ["webhook-signature", "v1, v1,  ".repeat(1_000)],
      ["X-SVC-Signature", "sha256="],
      ["X-SVC-Signature", (headers["X-SVC-Signature"] ?? "").toUpperCase()],
      ["X-SVC-Signature", (headers["X-SVC-Signature"] ?? "").slice("sha256=".length)],
    ] as const)
      expect(await reasonOf({ headers: { ...headers, [name]: value } }), value.slice(0, 80)).toMatch(
        /^(signature_mismatch|header_malformed)$/,
      );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.string()), async (more) => {
        expect(await reasonOf({ headers: more })).toMatch(/^header_/);
      }),
    );
  });

  test("a signature among others that are unknown is found", async () => {
    const { headers } = await signed();
    const others = `v1a,AAAA v2,BBBB ${headers["webhook-signature"] ?? ""} v1,CCCC`;
    expect(await reasonOf({ headers: { ...headers, "webhook-signature": others } })).toBe("none");
  });

  test("what is signed but is no event", async () => {
    for (const text of [
      "",
      "null",
      "[]",
      '"evt_1"',
      '{"id":"evt_1"}',
      '{"id":"evt_1","event_type":"ping","data":null}',
      "{",
    ])
      expect(await reasonOf(await signed({ body: text }))).toBe("not_an_event");
  });
});
