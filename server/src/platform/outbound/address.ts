// The rule for the addresses that we may call, without any network access.
//
// A partner names a URL and we send to it from inside the operator's network. A careless or hostile URL could make us
// call services that only we can reach: a cloud's metadata at 169.254.169.254, a database on 10.0.0.5, this very
// service. So we call https on the public internet, and otherwise only what the operator has allowed.
//
// A URL is looked at first (scheme, user, port, and its host where that is an address: the URL parser has by then
// turned 2130706433, 0x7f.1, 017700000001 and ⑫⑦.1 into 127.0.0.1). A name is judged by all of its addresses, and one
// bad address refuses it: its owner could give that address with the next answer. Public are addresses that the
// registries assign for unicast and that are not translated to another address on the way, as 6to4, Teredo and NAT64
// are.
//
// A refusal states the rule and what to do. It never says to what a name resolved, or whether anything is there.

import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type AddressBlock, isInBlocks } from "../address-block.ts";

export type Target = {
  origin: string;
  /** Path and query. */
  path: string;
  is_https: boolean;
  /** A name without the dots at its end, or an address without brackets. */
  host: string;
  is_address: boolean;
  port: number;
};

/** The target of a URL, or a sentence that says why nothing may be sent there. */
export function readTarget(url: string): Target | string {
  if (!URL.canParse(url)) return refusals.unreadable;
  const { protocol, username, password, hostname, port, origin, pathname, search } = new URL(url);
  const is_https = protocol === "https:";
  if (!is_https && protocol !== "http:") return refusals.scheme;
  if (username !== "" || password !== "") return refusals.user;
  const host = hostname.replace(/^\[|\]$|(?<!\.)\.+$/g, "");
  if (host === "" || port === "0") return refusals.unreadable;
  return {
    origin,
    path: pathname + search,
    is_https,
    host,
    is_address: isIP(host) !== 0,
    port: port === "" ? (is_https ? 443 : 80) : Number(port),
  };
}

/** The addresses of a target that needs no resolver: an address is its own, and localhost is this machine (RFC 6761). */
export function knownAddresses({ host, is_address }: Target, allow: readonly AddressBlock[]): string[] | undefined {
  if (is_address) return [host];
  if (!/(^|\.)localhost$/.test(host)) return undefined;
  // A stranger cannot choose these two, so it is enough if one is allowed: 127.0.0.0/8 alone allows localhost.
  const allowed = LOOPBACK.filter((address) => isAllowed(address, allow));
  return allowed.length > 0 ? allowed : LOOPBACK;
}

const LOOPBACK = ["127.0.0.1", "::1"];

/** A sentence that says why nothing may be sent to a target with these addresses. Undefined if it may. */
export function refusalOf(
  { is_https }: Target,
  addresses: readonly string[],
  allow: readonly AddressBlock[],
): string | undefined {
  const foreign = addresses.filter((address) => !isAllowed(address, allow));
  if (foreign.length === 0) return undefined;
  // Public and private addresses get the same words, so that a caller learns nothing about our network.
  if (!is_https) return refusals.plain;
  return foreign.every(isPublic) ? undefined : refusals.address;
}

/** Plain HTTP goes only to allowed addresses. If there are none, it is refused without resolving the name. */
export function refusalBefore({ is_https }: Target, allow: readonly AddressBlock[]): string | undefined {
  return is_https || allow.length > 0 ? undefined : refusals.plain;
}

const refusals = {
  unreadable: "This is not a URL that can be called; use one such as https://example.com/calls.",
  scheme: "The URL does not begin with https://; use one such as https://example.com/calls.",
  user: "The URL holds a user name or password; remove it.",
  plain: "http:// is for networks that the operator has allowed; use an https:// URL.",
  address:
    "Only public addresses are called; use a host on the public internet, or let the operator allow its network.",
};

function isAllowed(text: string, allow: readonly AddressBlock[]): boolean {
  const address = parseStrictly(text);
  // A mapped address is reached as the IPv4 address within, so no IPv6 block may let it in.
  return address !== undefined && address.range() !== "ipv4Mapped" && isInBlocks(address, allow);
}

function isPublic(text: string): boolean {
  const address = parseStrictly(text);
  if (address?.range() !== "unicast") return false;
  // All of IPv6 that has been given out. Addresses outside are "unicast" to ipaddr.js only because they have no name
  // yet.
  return address instanceof ipaddr.IPv4 || address.match(GIVEN_OUT, 3);
}

const GIVEN_OUT = ipaddr.IPv6.parse("2000::");

// ipaddr.js alone would also take "1", "0x7f.1" and octal; a zone (%eth0) means a link of this machine.
function parseStrictly(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(text) === 0 || text.includes("%") ? undefined : ipaddr.parse(text);
}
