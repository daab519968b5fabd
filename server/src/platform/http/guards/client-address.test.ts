import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAddressBlocks } from "../../address-block.ts";
import { addressKey, clientAddress } from "./client-address.ts";

describe("the key of an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:0DB8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%br-lan.7", "fe80:0:0:0::/64"],
    ["", ""],
  ])("of %s is %s", (address, key) => expect(addressKey(address)).toBe(key));

  test("is the same for a whole /64 and for no other", () => {
    const group = fc.integer({ min: 1, max: 0xffff }).map((n) => n.toString(16));
    const half = fc.tuple(group, group, group, group).map((groups) => groups.join(":"));
    fc.assert(
      fc.property(half, half, half, half, (network, other, host, anotherHost) => {
        expect(addressKey(`${network}:${host}`)).toBe(addressKey(`${network}:${anotherHost}`));
        expect(addressKey(`${network}:${host}`) === addressKey(`${other}:${host}`)).toBe(network === other);
      }),
    );
  });

  test("is made of every address, and of what is none without an exception", () => {
    fc.assert(fc.property(fc.ipV4(), (address) => void expect(addressKey(address)).toBe(address)));
    fc.assert(
      fc.property(fc.ipV6(), (address) => void expect(addressKey(address)).toMatch(/^[0-9a-f:]+::\/64$|^[0-9.]+$/)),
    );
    fc.assert(fc.property(fc.string(), (text) => void expect(addressKey(text)).toBeTypeOf("string")));
  });
});

describe("the client's address", () => {
  const trusted = parseAddressBlocks("10.0.0.0/8, 127.0.0.1, 2001:db8:ffff::/48");

  test.each([
    ["no header", "10.0.0.1", undefined, "10.0.0.1"],
    ["an untrusted socket's header", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["one proxy", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["two proxies", "10.0.0.1", "198.51.100.1, 10.2.3.4", "198.51.100.1"],
    ["a forged beginning", "10.0.0.1", "1.1.1.1, 198.51.100.1,10.2.3.4", "198.51.100.1"],
    ["only trusted addresses", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["garbage behind a trusted address", "10.0.0.1", "198.51.100.1, nonsense, 10.0.0.2", "10.0.0.2"],
    ["garbage alone", "10.0.0.1", "unknown", "10.0.0.1"],
    ["an empty header", "10.0.0.1", "", "10.0.0.1"],
    ["a number that some parsers take for an address", "10.0.0.1", "2130706433", "10.0.0.1"],
    ["a mapped socket address", "::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["a mapped forwarded address", "127.0.0.1", "198.51.100.1, ::ffff:10.0.0.2", "198.51.100.1"],
    ["IPv6 on both sides", "2001:db8:ffff::1", "2001:DB8::0:7", "2001:db8::7"],
    ["a closed socket", "", "198.51.100.1", ""],
    ["a port", "10.0.0.1", "198.51.100.1:5678", "198.51.100.1"],
    ["a port behind IPv6", "10.0.0.1", "[2001:db8::7]:443", "2001:db8::7"],
    ["IPv6 in brackets", "10.0.0.1", "[2001:db8::7]", "2001:db8::7"],
    ["ports on the way", "10.0.0.1", "198.51.100.1:1, 10.2.3.4:80,[2001:db8:ffff::2]:443", "198.51.100.1"],
    ["a port that is none", "10.0.0.1", "198.51.100.1:123456", "10.0.0.1"],
    ["a port and no address", "10.0.0.1", ":80", "10.0.0.1"],
    ["brackets around nothing", "10.0.0.1", "[]:80", "10.0.0.1"],
    ["IPv6 that ends like a port", "10.0.0.1", "2001:db8::7:443", "2001:db8::7:443"],
  ])("with %s", (_, socket, header, address) => expect(clientAddress(socket, header, trusted)).toBe(address));

  test("without trusted proxies is the socket's, whatever the header says", () => {
    expect(clientAddress("::ffff:203.0.113.9", "198.51.100.1", [])).toBe("203.0.113.9");
  });

  test("cannot be forged: what stands left of the first untrusted address has no effect", () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (forged, proxy) => {
        fc.pre(clientAddress(proxy, "192.0.2.1", trusted) === proxy);
        expect(clientAddress("10.0.0.1", `${forged}, ${proxy}`, trusted)).toBe(proxy);
        expect(clientAddress(proxy, forged, trusted)).toBe(proxy);
      }),
    );
  });
});

describe("the list of trusted proxies", () => {
  test("may be empty", () => expect(parseAddressBlocks(" ")).toEqual([]));

  test.each(["0.0.0.0/0", "::ffff:10.0.0.0/104", "10.0.0.1"])("takes %s", (text) => {
    expect(clientAddress("10.0.0.1", "198.51.100.1", parseAddressBlocks(text))).toBe("198.51.100.1");
  });

  test.each([
    "10.0.0.0/33",
    "10/8",
    "::/129",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "proxy.example",
    "10.0.0.0/-1",
    "/8",
    "fe80::%eth0/64",
  ])("refuses %s in one sentence that names it", (text) => {
    const message = `"${text}" is neither an IP address nor a CIDR block such as 10.0.0.0/8.`;
    expect(() => parseAddressBlocks(`127.0.0.1, ${text}`)).toThrow(new Error(message));
  });
});
