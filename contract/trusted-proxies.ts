import ipaddr from "ipaddr.js";

/** Whether an address belongs to a list of addresses and ranges. */
export type AddressList = (address: string) => boolean;
/** Whether an address is a trusted proxy. */
export type TrustedProxies = AddressList;

/**
 * Parses `TRUSTED_PROXIES`: addresses and CIDR ranges, separated by commas; `loopback` means 127.0.0.0/8 and ::1.
 * @throws on any other part
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const parts = text.split(",").map((part) => part.trim());
  return parseAddressList(
    parts.filter((part) => part !== "").flatMap((part) => (part === "loopback" ? ["127.0.0.0/8", "::1/128"] : [part])),
  );
}

/**
 * Parses addresses and CIDR ranges.
 * @throws on any other part
 */
export function parseAddressList(parts: readonly string[]): AddressList {
  const ranges = parts.map(parseRange);
  return memoize((address) => {
    const parsed = parseAddress(address);
    return (
      parsed !== null && ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits))
    );
  });
}

/** Whether a text is an address or a CIDR range. */
export function isAddressOrRange(text: string): boolean {
  try {
    parseRange(text);
    return true;
  } catch {
    return false;
  }
}

/** The CIDR ranges in a list that no network of one's own has: shorter than /8, or /16 in IPv6. */
export function wideRanges(list: string): string[] {
  return list
    .split(",")
    .map((range) => range.trim())
    .filter((range) => {
      const [address = "", bits] = range.split("/");
      return bits !== undefined && Number(bits) < (address.includes(":") ? 16 : 8);
    });
}

function parseRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = "", bits, ...rest] = text.split("/");
  const parsed = isAddress(address) ? ipaddr.parse(address) : null;
  const longest = parsed?.kind() === "ipv6" ? 128 : 32;
  const prefix = bits === undefined ? longest : /^\d+$/.test(bits) ? Number(bits) : Number.NaN;
  if (parsed === null || rest.length > 0 || !(prefix <= longest)) {
    throw new Error(`${text} is not an address or a range of addresses`);
  }
  return [parsed, prefix];
}

/**
 * The caller's address: the connection's own address or, if that is a trusted proxy, the rightmost address in `X-Forwarded-For`
 * that is not a trusted proxy. The caller can write anything further left, so it is ignored. `null` for a closed connection. API 1.
 */
export function callerAddress(
  connection: { remoteAddress: string | undefined; forwardedFor: string | undefined },
  isTrusted: TrustedProxies,
): string | null {
  let address = normalizeAddress(connection.remoteAddress ?? "");
  if (address === null) return null;
  const hops = (connection.forwardedFor ?? "").split(",").map((hop) => hop.trim());
  while (isTrusted(address)) {
    const hop = normalizeAddress(hops.pop() ?? "");
    if (hop === null) return address;
    address = hop;
  }
  return address;
}

export function isLoopback(address: string | null | undefined): boolean {
  return parseAddress(address ?? "")?.range() === "loopback";
}

/** The canonical form of an address, or `null` if the text is not one. */
const normalizeAddress = memoize((text) => parseAddress(text)?.toString() ?? null);

/** Unwraps an IPv4 address from its IPv6 form, and drops the zone of a link-local address: it names this machine's own interface. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const withoutZone = text.replace(/%.*$/s, "");
  return isAddress(withoutZone) ? ipaddr.process(withoutZone) : null;
}

/** ipaddr.js also accepts forms such as `127.1` and `0x7f.1`, which no proxy writes. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

const MAX_ENTRIES = 1_000;

/** Most requests come from the same few callers, and parsing an address takes a tenth of the time of a small request. */
function memoize<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const result = read(text);
    if (known.size >= MAX_ENTRIES) known.clear();
    known.set(text, result);
    return result;
  };
}
