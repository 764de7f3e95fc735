import "server-only";
import { BlockList, isIP } from "node:net";

export type TrustedProxies = (address: string) => boolean;

/** Reads `TRUSTED_PROXIES` as the service does: addresses and ranges by commas, `loopback` for this machine. @throws on anything else */
export function parseTrustedProxies(text: string): TrustedProxies {
  const known = new BlockList();
  for (const part of text.split(",").map((one) => one.trim())) {
    if (part === "loopback") {
      known.addSubnet("127.0.0.0", 8, "ipv4");
      known.addAddress("::1", "ipv6");
    } else if (part !== "") add(known, part);
  }
  return (address) => known.check(address, familyOf(address));
}

function add(known: BlockList, part: string): void {
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
  const longest = isIP(address) === 6 ? 128 : 32;
  const prefix = Number(bits ?? longest);
  if (isIP(address) === 0 || prefix > longest) throw new Error(`${part} is no address or range`);
  known.addSubnet(address, prefix, familyOf(address));
}

/**
 * Where a request comes from: the connection's own address or, where that is a trusted proxy, the nearest one in `X-Forwarded-For`
 * that is none. What stands further left was written by the caller. `undefined` for a connection that is gone.
 */
export function callerAddress(
  connection: { remoteAddress: string | undefined; forwardedFor: string | undefined },
  isTrusted: TrustedProxies,
): string | undefined {
  let address = plain(connection.remoteAddress ?? "");
  if (isIP(address) === 0) return undefined;
  const hops = (connection.forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
  while (isTrusted(address)) {
    const hop = hops.pop() ?? "";
    if (isIP(hop) === 0) return address;
    address = hop;
  }
  return address;
}

/** An IPv4 address out of its IPv6 wrapping, an IPv6 one without the name of this machine's own network card. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/s, "");
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
