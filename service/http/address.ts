import ipaddr from "ipaddr.js";

export type TrustedProxies = (address: string) => boolean;

/**
 * Reads `TRUSTED_PROXIES`: addresses and ranges, separated by commas; `loopback` stands for 127.0.0.0/8 and ::1.
 * Throws on anything else.
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const parts = text.split(",").map((part) => part.trim());
  const ranges = parts.flatMap((part) =>
    part === "loopback" ? ["127.0.0.0/8", "::1/128"] : part === "" ? [] : [part],
  );
  const parsed = ranges.map((range) =>
    range.includes("/") ? ipaddr.parseCIDR(range) : ipaddr.parseCIDR(`${range}/${range.includes(":") ? 128 : 32}`),
  );
  return remembered((address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsedAddress = ipaddr.process(address);
    return parsed.some((range) => range[0].kind() === parsedAddress.kind() && parsedAddress.match(range));
  });
}

/**
 * The caller's address: the connection's own, or, when that is a trusted proxy, the nearest address in
 * `X-Forwarded-For` that is not one. Whatever stands further left was written by the caller and counts for nothing. Api 1.
 */
export function callerAddress(
  connection: { remoteAddress: string | undefined; forwardedFor: string | undefined },
  isTrusted: TrustedProxies,
): string | null {
  let address = readAddress(connection.remoteAddress ?? "");
  if (address === null) return null;
  const hops = (connection.forwardedFor ?? "").split(",").map((hop) => hop.trim());
  while (isTrusted(address)) {
    const hop = readAddress(hops.pop() ?? "");
    if (hop === null) return address;
    address = hop;
  }
  return address;
}

export function isLoopback(address: string | null | undefined): boolean {
  return typeof address === "string" && ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

/** An address in its one written form, an IPv4 one out of its IPv6 wrapping; null where it is none. */
const readAddress = remembered((text) => (ipaddr.isValid(text) ? ipaddr.process(text).toString() : null));

const MOST_REMEMBERED = 1_000;

/** The same few callers ask all the time, and reading an address is a tenth of the work of a small request. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, result);
    return result;
  };
}
