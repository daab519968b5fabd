import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileAddresses } from "../../../test/hostile-addresses.ts";
import { type AddressBlock, parseAddressBlocks } from "../address-block.ts";
import { knownAddresses, readTarget, refusalBefore, refusalOf } from "./address.ts";

/** As a call does it: the URL, then what is known of it, then what was resolved. */
function refusal(url: string, addresses: string[], allow: AddressBlock[] = []): string | undefined {
  const target = readTarget(url);
  if (typeof target === "string") return target;
  return refusalBefore(target, allow) ?? refusalOf(target, knownAddresses(target, allow) ?? addresses, allow);
}

describe("the table of hostile addresses", () => {
  const table = hostileAddresses(8443);

  test("has at least 150 ways in", () => {
    expect(new Set(table.map(({ url, resolves_to }) => JSON.stringify([url, resolves_to]))).size).toBe(table.length);
    expect(table.length).toBeGreaterThanOrEqual(150);
  });

  test.each(table)("$url $resolves_to is refused", ({ url, resolves_to = [[]] }) => {
    const sentences = resolves_to.map((addresses) => refusal(url, addresses));
    expect(sentences).toContainEqual(expect.stringMatching(/^[A-Zh].+\.$/));
  });

  test("is refused in words that do not tell what was found", () => {
    const refused = (address: string) => refusal("https://internal.example/", [address]);
    expect(refused("127.0.0.1")).toBe(refused("10.0.0.7"));
    expect(refused("169.254.169.254")).toBe(refused("::1"));
    expect(refusal("http://internal.example/", ["10.0.0.7"], parseAddressBlocks("127.0.0.0/8"))).toBe(
      refusal("http://internal.example/", ["93.184.215.14"], parseAddressBlocks("127.0.0.0/8")),
    );
  });
});

describe("the public internet", () => {
  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "192.167.255.255",
    "192.169.0.1",
    "169.253.1.1",
    "169.255.0.1",
    "198.17.0.1",
    "198.20.0.1",
    "11.0.0.1",
    "128.0.0.1",
    "126.255.255.255",
    "223.255.255.255",
    "9.255.255.255",
    "192.0.1.1",
    "203.0.112.1",
    "[2606:4700::1111]",
    "[2a00:1450:4001:800::200e]",
    "[2001:200::1]",
    "[2001:db7::1]",
    "[2003::1]",
    "[2400:cb00::1]",
    "[3000::1]",
    "[3ffe:ffff::1]",
    "[2620:4f:8001::1]",
  ])("https://%s may be called", (host) => {
    expect(refusal(`https://${host}/`, [])).toBeUndefined();
    expect(refusal("https://example.com/", [host.replace(/[[\]]/g, "")])).toBeUndefined();
  });

  test("is reached on any port but 0, by names of any kind", () => {
    const addresses = ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"];
    for (const host of ["example.com:8443", "example.com.", "bücher.example", "a_b.example", "example.com:1", "x"])
      expect(refusal(`https://${host}/`, addresses)).toBeUndefined();
  });

  test("a name without an address is not refused, as it may have one later", () => {
    expect(refusal("https://nowhere.example/", [])).toBeUndefined();
  });

  test("an IPv6 address is public only inside 2000::/3", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const target = readTarget(`https://[${address}]/`);
        if (typeof target === "string") throw new Error(target);
        const first = Number.parseInt(/^[0-9a-f]*/.exec(target.host)?.[0] || "0", 16);
        if (first < 0x2000 || first > 0x3fff) expect(refusal(`https://[${address}]/`, [])).toBeDefined();
      }),
    );
  });
});

describe("networks that the operator has allowed", () => {
  const allow = parseAddressBlocks("127.0.0.0/8, ::1/128, 10.1.0.0/16, fd12::/16");

  test.each([
    "http://127.0.0.1:3000/",
    "https://127.0.0.1/",
    "http://127.9.9.9/",
    "http://[::1]:3000/",
    "http://0x7f.1/",
    "http://localhost:3000/",
    "http://app.localhost/",
    "http://10.1.2.3/",
    "https://[fd12::7]/",
  ])("%s may be called, over http:// too", (url) => expect(refusal(url, [], allow)).toBeUndefined());

  test.each([
    "http://10.2.0.1/",
    "https://10.2.0.1/",
    "http://0.0.0.0/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::]/",
    "http://[fd13::1]/",
    "http://[::127.0.0.1]/",
    "http://93.184.215.14/",
    "http://user@127.0.0.1/",
  ])("%s is refused still", (url) => expect(refusal(url, [], allow)).toBeDefined());

  test("a name is allowed with all of its addresses or not at all; public ones beside them need https", () => {
    const name = (scheme: string, addresses: string[]) => refusal(`${scheme}://app.example/`, addresses, allow);
    expect(name("http", ["10.1.0.1", "127.0.0.1"])).toBeUndefined();
    expect(name("http", ["10.1.0.1", "10.2.0.1"])).toBeDefined();
    expect(name("https", ["10.1.0.1", "10.2.0.1"])).toBeDefined();
    expect(name("http", ["10.1.0.1", "93.184.215.14"])).toBeDefined();
    expect(name("https", ["10.1.0.1", "93.184.215.14"])).toBeUndefined();
  });

  test("localhost is this machine by whichever of its two addresses is allowed", () => {
    const target = readTarget("http://localhost/");
    if (typeof target === "string") throw new Error(target);
    expect(knownAddresses(target, parseAddressBlocks("127.0.0.0/8"))).toEqual(["127.0.0.1"]);
    expect(knownAddresses(target, parseAddressBlocks("::1"))).toEqual(["::1"]);
    expect(knownAddresses(target, allow)).toEqual(["127.0.0.1", "::1"]);
    expect(refusal("https://localhost/", [], parseAddressBlocks("10.0.0.0/8"))).toBeDefined();
  });

  test("all of IPv6 allows no IPv4 address that is mapped into it", () => {
    expect(refusal("http://[::ffff:10.0.0.1]/", [], parseAddressBlocks("::/0"))).toBeDefined();
    expect(refusal("http://[fd00::1]/", [], parseAddressBlocks("::/0"))).toBeUndefined();
  });
});

test("a URL is read into what a call needs", () => {
  expect(readTarget("https://Example.COM.:8443/a b?c=ü#d")).toEqual({
    origin: "https://example.com.:8443",
    path: "/a%20b?c=%C3%BC",
    is_https: true,
    host: "example.com",
    is_address: false,
    port: 8443,
  });
  expect(readTarget("http://[::1]")).toMatchObject({ host: "::1", is_address: true, port: 80, path: "/" });
  expect(readTarget("https://1.2.3.4")).toMatchObject({ host: "1.2.3.4", is_address: true, port: 443 });
});
