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
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsedAddress = ipaddr.process(address);
    return parsed.some((range) => range[0].kind() === parsedAddress.kind() && parsedAddress.match(range));
  };
}

/**
 * The caller's address: the connection's own, or, when that is a trusted proxy, the nearest address in
 * `X-Forwarded-For` that is not one. Whatever stands further left was written by the caller and counts for nothing. Api 1.
 */
export function callerAddress(
  connection: { remoteAddress: string | undefined; forwardedFor: string | undefined },
  isTrusted: TrustedProxies,
): string | null {
  if (connection.remoteAddress === undefined || !ipaddr.isValid(connection.remoteAddress)) return null;
  let address = ipaddr.process(connection.remoteAddress).toString();
  const hops = (connection.forwardedFor ?? "").split(",").map((hop) => hop.trim());
  while (isTrusted(address)) {
    const hop = hops.pop();
    if (hop === undefined || !ipaddr.isValid(hop)) return address;
    address = ipaddr.process(hop).toString();
  }
  return address;
}

export function isLoopback(address: string | null | undefined): boolean {
  return typeof address === "string" && ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
