import { describe, expect, it } from "vitest";
import { callerAddress, parseTrustedProxies } from "./trusted-proxies.ts";

describe("TRUSTED_PROXIES", () => {
  it.each([
    ["loopback", "127.0.0.1", true],
    ["loopback", "127.9.9.9", true],
    ["loopback", "::1", true],
    ["loopback", "10.0.0.1", false],
    ["", "127.0.0.1", false],
    ["10.1.0.0/16, 192.0.2.7", "10.1.255.1", true],
    ["10.1.0.0/16, 192.0.2.7", "192.0.2.7", true],
    ["10.1.0.0/16, 192.0.2.7", "192.0.2.8", false],
    ["2001:db8::/32", "2001:db8::9", true],
    ["2001:db8::/32", "2001:db9::9", false],
    ["10.0.0.0/8", "2001:db8::1", false],
  ])("%j and %s: %s", (text, address, isTrusted) => {
    expect(parseTrustedProxies(text)(address)).toBe(isTrusted);
  });

  it.each(["everybody", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "localhost", "10.0.0.1;10.0.0.2"])(
    "%j is refused",
    (text) => {
      expect(() => parseTrustedProxies(text)).toThrow(/no address/);
    },
  );
});

describe("the caller's address", () => {
  const of = (remoteAddress: string | undefined, forwardedFor?: string, trusted = "loopback") =>
    callerAddress({ remoteAddress, forwardedFor }, parseTrustedProxies(trusted));

  it.each([
    ["198.51.100.1", "203.0.113.7", "198.51.100.1"],
    ["127.0.0.1", undefined, "127.0.0.1"],
    ["127.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["::ffff:127.0.0.1", "1.1.1.1, ::ffff:203.0.113.7", "203.0.113.7"],
    ["::1", "2001:db8::1", "2001:db8::1"],
    ["127.0.0.1", "fe80::1%eth0", "fe80::1"],
    ["127.0.0.1", ",,;'\"::1,999.1.1.1", "127.0.0.1"],
    ["127.0.0.1", "127.0.0.1, 127.0.0.1", "127.0.0.1"],
  ])("of %s, forwarded for %j: %s", (remote, forwarded, address) => {
    expect(of(remote, forwarded)).toBe(address);
  });

  it("is not known of a connection that is gone", () => {
    expect(of(undefined, "203.0.113.7")).toBeUndefined();
  });
});
