import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type TrustedBlock = readonly [address: Address, prefix_bits: number];

/** What an address is counted under: IPv4 as it is, IPv6 by its /64, since one subscriber has all of that. */
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
 * Who is calling: the rightmost address of X-Forwarded-For that is not a trusted proxy's. The header is the client's
 * word up to the point where a trusted proxy added to it, so it is believed only behind one, and read from the right.
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
    if (!isTrusted(client, trusted)) break;
    const address = parseAddress(entry.trim());
    if (address === undefined) break;
    client = address;
  }
  return client.toString();
}

/** Comma-separated CIDR blocks or single addresses. */
export function parseTrustedProxies(text: string): TrustedBlock[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseBlock);
}

function parseBlock(text: string): TrustedBlock {
  const [, host = "", bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(host) === 0) throw notABlock(text);
  const address = ipaddr.parse(host);
  const address_bits = address instanceof ipaddr.IPv4 ? 32 : 128;
  const prefix_bits = bits === undefined ? address_bits : Number(bits);
  if (prefix_bits > address_bits) throw notABlock(text);
  // Callers' addresses are compared as IPv4 where they are mapped ones, so a mapped block has to be IPv4 as well.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix_bits >= 96) {
    return [address.toIPv4Address(), prefix_bits - 96];
  }
  return [address, prefix_bits];
}

function notABlock(text: string): Error {
  return new Error(`"${text}" is neither an IP address nor a CIDR block such as 10.0.0.0/8.`);
}

function isTrusted(address: Address, trusted: readonly TrustedBlock[]): boolean {
  return trusted.some(([block, bits]) => block.kind() === address.kind() && address.match(block, bits));
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
  return isIP(text) === 0 ? undefined : ipaddr.process(text.replace(/%.*$/, ""));
}
