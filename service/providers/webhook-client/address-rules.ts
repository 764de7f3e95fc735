import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.parse>;
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

/** Parses `WEBHOOK_ALLOWED_CIDRS`: comma-separated ranges. @throws for anything else. */
export function parseAllowedRanges(text: string): AddressRange[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => ipaddr.parseCIDR(part));
}

/**
 * All allocated global unicast IPv6; every form that embeds an IPv4 address lies outside it or has its own entry
 * below.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** The host address that one cloud offers its virtual machines; it looks public but is not. */
const HOST_OF_VIRTUAL_MACHINES = "168.63.129.16";

/**
 * Whether requests to an IP address are forbidden. Uses an allow-list, because deny-lists are never complete;
 * `allowed` adds ranges. Invalid addresses are forbidden too. Pure. Webhooks 9, rules 7, 8, 10.
 */
export function isForbiddenAddress(text: string, allowed: readonly AddressRange[]): boolean {
  if (isIP(text) === 0) return true;
  const address = ipaddr.parse(text);
  if (address.toString() === HOST_OF_VIRTUAL_MACHINES) return true;
  if (allowed.some((range) => isIn(address, range))) return false;
  if (address.range() !== "unicast") return true;
  return address.kind() === "ipv6" && (!isIn(address, GLOBAL_IPV6) || isTunnelled(address));
}

/** The canonical form of an address, for comparisons. */
export function normalAddress(text: string): string {
  const [bare = ""] = text.split("%");
  return isIP(bare) === 0 ? text : ipaddr.parse(bare).toString();
}

function isIn(address: Address, range: AddressRange): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

/** ISATAP: the lower half is an IPv4 address after `0000:5efe` or `0200:5efe`, in any network. */
function isTunnelled(address: Address): boolean {
  const bytes = address.toByteArray();
  const [high = 0, next = 0, mark = 0, last = 0] = bytes.slice(8, 12);
  return (high & 0xfd) === 0 && next === 0 && mark === 0x5e && last === 0xfe;
}
