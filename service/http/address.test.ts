import { describe, expect, it } from "vitest";
import { callerAddress, isLoopback, parseTrustedProxies } from "./address.ts";

describe("the caller's address", () => {
  it.each([
    { proxies: "loopback", remote: "127.0.0.1", forwarded: "203.0.113.1", is: "203.0.113.1" },
    { proxies: "loopback", remote: "::1", forwarded: "203.0.113.1", is: "203.0.113.1" },
    { proxies: "loopback", remote: "::ffff:127.0.0.1", forwarded: "203.0.113.1", is: "203.0.113.1" },
    { proxies: "loopback", remote: "127.0.0.1", forwarded: undefined, is: "127.0.0.1" },
    { proxies: "loopback", remote: "203.0.113.9", forwarded: "10.0.0.1", is: "203.0.113.9" },
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
    { proxies: "loopback", remote: "127.0.0.1", forwarded: "not an address", is: "127.0.0.1" },
    { proxies: "loopback", remote: "127.0.0.1", forwarded: "127.0.0.1, 127.0.0.1", is: "127.0.0.1" },
    { proxies: "loopback", remote: undefined, forwarded: "203.0.113.1", is: null },
  ])("is $is for $remote with $forwarded behind $proxies", ({ proxies, remote, forwarded, is }) => {
    const connection = { remoteAddress: remote, forwardedFor: forwarded };
    expect(callerAddress(connection, parseTrustedProxies(proxies))).toBe(is);
  });

  it.each(["nonsense", "10.0.0.0/99", "1.2.3.4;5"])("needs proxies that are addresses, not %j", (proxies) => {
    expect(() => parseTrustedProxies(proxies)).toThrow();
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
