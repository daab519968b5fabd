import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { type Address, type AddressBlock, isInBlocks } from "../../address-block.ts";

export type TrustedBlock = AddressBlock;

/** The name under which a caller without a credential is counted. */
export function requestAddressKey(request: IncomingMessage, trusted: readonly TrustedBlock[]): string {
  return addressKey(requestAddress(request, trusted));
}

export function requestAddress({ headers, socket }: IncomingMessage, trusted: readonly TrustedBlock[]): string {
  const forwarded = headers["x-forwarded-for"];
  const text = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  return clientAddress(socket.remoteAddress ?? "", text, trusted);
}

/** Whether the client used TLS towards us or, if we trust it, towards the proxy in front of us. */
export function cameOverTls({ headers, socket }: IncomingMessage, trusted: readonly TrustedBlock[]): boolean {
  const proxy = parseAddress(socket.remoteAddress ?? "");
  if (proxy === undefined || !isInBlocks(proxy, trusted)) return false;
  const [scheme = ""] = String(headers["x-forwarded-proto"] ?? "").split(",");
  return scheme.trim().toLowerCase() === "https";
}

/** The name under which an address is counted: IPv4 as it is, IPv6 by its /64, because one subscriber has a whole /64. */
export function addressKey(address: string): string {
  const plain = unmapped(address);
  if (isIPv4(plain)) return plain;
  const parsed = parseAddress(address);
  // Not an address at all, such as that of a socket already closed: all of these share one budget by their text.
  if (parsed === undefined) return address;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/**
 * The caller's address: the rightmost one in X-Forwarded-For that is not a trusted proxy. The client can write anything
 * to the left of what a trusted proxy added. So the header counts only behind such a proxy, and is read from the right.
 */
export function clientAddress(
  socket_address: string,
  forwarded_for: string | undefined,
  trusted: readonly TrustedBlock[],
): string {
  if (forwarded_for === undefined || trusted.length === 0) return unmapped(socket_address);
  let client = parseAddress(socket_address);
  if (client === undefined) return socket_address;
  for (const entry of forwarded_for.split(",").reverse()) {
    if (!isInBlocks(client, trusted)) break;
    const address = parseAddress(withoutPort(entry.trim()));
    if (address === undefined) break;
    client = address;
  }
  return client.toString();
}

/** Some proxies add the client's port: 203.0.113.7:5678, [2001:db8::1]:443. */
function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([^:]*):\d{1,5})$/.exec(entry) ?? [];
  return bracketed ?? plain ?? entry;
}

// On a socket that takes both families every IPv4 caller looks like this, so it must not cost a whole parse.
function unmapped(address: string): string {
  if (!address.startsWith("::ffff:")) return address;
  const plain = address.slice("::ffff:".length);
  return isIPv4(plain) ? plain : address;
}

// Node's own check is the strict one: ipaddr.js alone would also take "1", "0x7f.1" and octal. The zone of a link-local
// address (%br-lan) means something on this machine only, and ipaddr.js does not know every name it can have.
function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text.replace(/%.*$/s, ""));
}
