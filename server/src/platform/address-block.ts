import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressBlock = readonly [address: Address, prefix_bits: number];

/** Comma-separated CIDR blocks or single addresses. */
export function parseAddressBlocks(text: string): AddressBlock[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseBlock);
}

export function isInBlocks(address: Address, blocks: readonly AddressBlock[]): boolean {
  return blocks.some(([block, bits]) => block.kind() === address.kind() && address.match(block, bits));
}

function parseBlock(text: string): AddressBlock {
  const [, host = "", bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(host) === 0) throw notABlock(text);
  const address = ipaddr.parse(host);
  const address_bits = address instanceof ipaddr.IPv4 ? 32 : 128;
  const prefix_bits = bits === undefined ? address_bits : Number(bits);
  if (prefix_bits > address_bits) throw notABlock(text);
  // Addresses are compared as IPv4 where they are mapped ones, so a mapped block has to be IPv4 as well.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix_bits >= 96) {
    return [address.toIPv4Address(), prefix_bits - 96];
  }
  return [address, prefix_bits];
}

function notABlock(text: string): Error {
  return new Error(`"${text}" is neither an IP address nor a CIDR block such as 10.0.0.0/8.`);
}
