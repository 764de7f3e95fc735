import { describe, expect, it } from "vitest";
import { callerAddress, isLoopback, parseTrustedProxies } from "./trusted-proxies.ts";

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

  it.each([
    "everybody",
    "nonsense",
    "localhost",
    "10.0.0.0/33",
    "10.0.0.0/99",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0.1;10.0.0.2",
    "1.2.3.4;5",
  ])("rejects %j", (text) => {
    expect(() => parseTrustedProxies(text)).toThrow(/is not an address/);
  });
});

describe("the caller's address", () => {
  it.each([
    { proxies: "loopback", remote: "127.0.0.1", forwarded: "203.0.113.1", is: "203.0.113.1" },
    { proxies: "loopback", remote: "::1", forwarded: "203.0.113.1", is: "203.0.113.1" },
    { proxies: "loopback", remote: "::1", forwarded: "2001:db8::1", is: "2001:db8::1" },
    { proxies: "loopback", remote: "::ffff:127.0.0.1", forwarded: "203.0.113.1", is: "203.0.113.1" },
    {
      proxies: "loopback",
      remote: "::ffff:127.0.0.1",
      forwarded: "1.1.1.1, ::ffff:203.0.113.7",
      is: "203.0.113.7",
    },
    { proxies: "loopback", remote: "127.0.0.1", forwarded: undefined, is: "127.0.0.1" },
    { proxies: "loopback", remote: "203.0.113.9", forwarded: "10.0.0.1", is: "203.0.113.9" },
    { proxies: "loopback", remote: "198.51.100.1", forwarded: "203.0.113.7", is: "198.51.100.1" },
    { proxies: "loopback", remote: "127.0.0.1", forwarded: "10.0.0.1, 203.0.113.1", is: "203.0.113.1" },
    {
      proxies: "loopback,10.0.0.0/8",
      remote: "127.0.0.1",
      forwarded: "1.2.3.4, 203.0.113.1, 10.1.1.1",
      is: "203.0.113.1",
    },
    { proxies: "10.0.0.7", remote: "10.0.0.7", forwarded: "2001:db8::1", is: "2001:db8::1" },
    { proxies: "10.0.0.7", remote: "127.0.0.1", forwarded: "203.0.113.1", is: "127.0.0.1" },
    { proxies: "", remote: "127.0.0.1", forwarded: "203.0.113.1", is: "127.0.0.1" },
    { proxies: "loopback", remote: "127.0.0.1", forwarded: "fe80::1%eth0", is: "fe80::1" },
    { proxies: "loopback", remote: "127.0.0.1", forwarded: "not an address", is: "127.0.0.1" },
    { proxies: "loopback", remote: "127.0.0.1", forwarded: ",,;'\"::1,999.1.1.1", is: "127.0.0.1" },
    { proxies: "loopback", remote: "127.0.0.1", forwarded: "203.0.113.1, 127.1", is: "127.0.0.1" },
    { proxies: "loopback", remote: "127.0.0.1", forwarded: "127.0.0.1, 127.0.0.1", is: "127.0.0.1" },
    { proxies: "loopback", remote: undefined, forwarded: "203.0.113.1", is: null },
  ])("is $is for $remote with $forwarded behind $proxies", ({ proxies, remote, forwarded, is }) => {
    const connection = { remoteAddress: remote, forwardedFor: forwarded };
    expect(callerAddress(connection, parseTrustedProxies(proxies))).toBe(is);
  });
});

describe("loopback", () => {
  it.each([
    ["127.0.0.1", true],
    ["127.8.8.8", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["0.0.0.0", false],
    ["192.0.2.1", false],
    ["localhost", false],
    [null, false],
  ])("%s: %s", (address, is) => {
    expect(isLoopback(address)).toBe(is);
  });
});
