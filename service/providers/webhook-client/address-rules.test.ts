import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isForbiddenAddress, normalAddress, parseAllowedRanges } from "./address-rules.ts";

// The first and last address of each range that must not be called (webhooks 9, rule 13).
const FORBIDDEN = `
0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255 169.254.0.0
169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.0
192.88.99.255 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255
224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255 168.63.129.16
:: ::1 ::7f00:1 ::ffff:7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:7f00:1 ::5efe:7f00:1 64:ff9b::7f00:1 64:ff9b::808:808
64:ff9b:1::1 100::1 2001::1 2001:0:ffff:ffff:ffff:ffff:ffff:ffff 2001:20::1 2001:2f:ffff::1 2001:db8::1 2001:db8:ffff::1
2002::1 2002:7f00:1::1 3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 fc00::1 fdff::1 fe80::1 febf::1 fec0::1 ff00::1 ff02::1
2606:4700::5efe:7f00:1 2606:4700::200:5efe:7f00:1
`.split(/\s+/);

const CALLABLE = `
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 168.63.129.15
2606:4700:4700::1111 2a00:1450:4009:80b::200e 2003::1
`.split(/\s+/);

describe("an address", () => {
  it.each(FORBIDDEN.filter(Boolean))("%s is never called", (address) => {
    expect(isForbiddenAddress(address, [])).toBe(true);
  });

  it.each(CALLABLE.filter(Boolean))("%s may be called", (address) => {
    expect(isForbiddenAddress(address, [])).toBe(false);
  });

  it("that is invalid is never called", () => {
    for (const text of ["", "localhost", "127.1", "0x7f.0.0.1", "1.2.3.4.5", "[::1]"]) {
      expect([text, isForbiddenAddress(text, parseAllowedRanges("0.0.0.0/0,::/0"))]).toEqual([text, true]);
    }
  });

  it("is allowed only by a range of its own kind, and the host of virtual machines by none", () => {
    const allowed = parseAllowedRanges("127.0.0.0/8, 10.1.0.0/16,fd00::/8,0.0.0.0/0");
    expect(isForbiddenAddress("127.0.0.1", allowed)).toBe(false);
    expect(isForbiddenAddress("10.2.0.1", parseAllowedRanges("10.1.0.0/16"))).toBe(true);
    expect(isForbiddenAddress("fd12::1", allowed)).toBe(false);
    expect(isForbiddenAddress("::ffff:127.0.0.1", allowed)).toBe(true);
    expect(isForbiddenAddress("::1", allowed)).toBe(true);
    expect(isForbiddenAddress("168.63.129.16", allowed)).toBe(true);
  });

  it("has one canonical form", () => {
    expect(normalAddress("2606:4700:0000::0001")).toBe(normalAddress("2606:4700::1"));
    expect(normalAddress("fe80::1%eth0")).toBe("fe80::1");
  });
});

it("rejects invalid ranges", () => {
  expect(() => parseAllowedRanges("10.0.0.0")).toThrow();
  expect(() => parseAllowedRanges("10.0.0.0/33")).toThrow();
  expect(parseAllowedRanges("")).toEqual([]);
});

describe("a forbidden IPv4 address", () => {
  const blocks = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
  ];
  const forbidden = fc.tuple(fc.constantFrom(...blocks), fc.nat(0xffffffff)).map(([block, noise]) => {
    const [base = "", bits = "0"] = block.split("/");
    const start = base.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
    return start + (noise % 2 ** (32 - Number(bits)));
  });
  const bytes = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
  const hex = (n: number) => `${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}`;

  it("is rejected in every IPv6 form that embeds it", () => {
    fc.assert(
      fc.property(forbidden, (n) => {
        const [a, b] = [n >>> 16, n & 0xffff].map((half) => half.toString(16));
        const wrapped = [
          bytes(n).join("."),
          `::${hex(n)}`,
          `::ffff:${hex(n)}`,
          `::ffff:0:${hex(n)}`,
          `64:ff9b::${hex(n)}`,
          `64:ff9b:1::${hex(n)}`,
          `2002:${a}:${b}::1`,
          `2001:0:${a}:${b}::1`,
          `2606:4700::5efe:${hex(n)}`,
          `fe80::5efe:${hex(n)}`,
        ];
        for (const address of wrapped) expect([address, isForbiddenAddress(address, [])]).toEqual([address, true]);
      }),
      { numRuns: 500 },
    );
  });
});
