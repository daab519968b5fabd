// Where our own calls may go: the rule alone, without asking anybody.
//
// A partner names a URL and we send to it from inside the operator's network, so that a careless or hostile URL could
// make us knock at doors that only we can see: the metadata of a cloud at 169.254.169.254, a database on 10.0.0.5, this
// very service. So: https and the public internet, and nothing else but what the operator has allowed.
//
// A URL is looked at first (scheme, user, port, and its host where that is an address: the URL parser has by then turned
// 2130706433, 0x7f.1, 017700000001 and ⑫⑦.1 into 127.0.0.1). A name is judged by all of its addresses, and one bad
// address refuses it: who can name one can name another on the next question. Public is what the registries give out for
// unicast and what is not carried to another address on the way, as 6to4, Teredo and NAT64 are.
//
// A refusal never says what a name resolved to, nor whether anything is there: it says the rule and what to do.

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

/** What a URL names, or in a sentence why nothing may be sent there. */
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
  // No stranger chose these two, so it is enough if one may be reached: 127.0.0.0/8 alone allows localhost.
  const allowed = LOOPBACK.filter((address) => isAllowed(address, allow));
  return allowed.length > 0 ? allowed : LOOPBACK;
}

const LOOPBACK = ["127.0.0.1", "::1"];

/** In a sentence why nothing may be sent to a target with these addresses; undefined where it may. */
export function refusalOf(
  { is_https }: Target,
  addresses: readonly string[],
  allow: readonly AddressBlock[],
): string | undefined {
  const foreign = addresses.filter((address) => !isAllowed(address, allow));
  if (foreign.length === 0) return undefined;
  // The same words for a public and for a private address: who asks over http:// learns nothing of our network.
  if (!is_https) return refusals.plain;
  return foreign.every(isPublic) ? undefined : refusals.address;
}

/** Plain HTTP goes to allowed addresses only; where there are none, a name need not be resolved to refuse it. */
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
  // All of IPv6 that has been given out. What lies outside is "unicast" to ipaddr.js only because it has no name yet.
  return address instanceof ipaddr.IPv4 || address.match(GIVEN_OUT, 3);
}

const GIVEN_OUT = ipaddr.IPv6.parse("2000::");

// ipaddr.js alone would also take "1", "0x7f.1" and octal; a zone (%eth0) means a link of this machine.
function parseStrictly(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(text) === 0 || text.includes("%") ? undefined : ipaddr.parse(text);
}
