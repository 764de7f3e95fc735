import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isForbiddenAddress } from "./address-rules.ts";
import { isRefusal, readWebhookUrl } from "./url-rules.ts";

describe("a URL", () => {
  it("is parsed into host, port, path and query, without its fragment", () => {
    expect(readWebhookUrl("https://Receiver.Example./hooks?a=1#part", "PRODUCTION")).toEqual({
      protocol: "https:",
      hostname: "receiver.example",
      isLiteral: false,
      port: 443,
      path: "/hooks?a=1",
    });
    expect(readWebhookUrl("http://[2606:4700::1111]:8080", "SANDBOX")).toMatchObject({
      hostname: "2606:4700::1111",
      isLiteral: true,
      port: 8080,
      path: "/",
    });
  });

  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127.0.0.1./",
    "http://１２７.0.0.1/",
    "http://127%2e0%2e0%2e1/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[64:ff9b::127.0.0.1]/",
  ])("%s names an address that is rejected", (url) => {
    const target = readWebhookUrl(url, "SANDBOX");
    if (isRefusal(target)) throw new Error("it was not read");
    expect(target.isLiteral).toBe(true);
    expect(isForbiddenAddress(target.hostname, [])).toBe(true);
  });

  it.each([
    ["", "is not a valid address"],
    ["receiver.example/hooks", "is not a valid address"],
    [`https://receiver.example/${"a".repeat(2_048)}`, "is not a valid address"],
    ["https://exa mple.com/", "is not a valid address"],
    ["https://256.1.1.1/", "is not a valid address"],
    ["https://[fe80::1%25eth0]/", "is not a valid address"],
    ["ftp://receiver.example/", "must be an https address"],
    ["file:///etc/passwd", "must be an https address"],
    ["https://user@receiver.example/", "must not contain a user name or password"],
    ["https://:secret@receiver.example/", "must not contain a user name or password"],
    ["https://receiver..example/", "has no valid host name"],
    ["https://.receiver.example/", "has no valid host name"],
  ])("%s is invalid: %s", (url, message) => {
    expect(readWebhookUrl(url, "PRODUCTION")).toEqual({ errorCode: "invalid_url", message });
  });

  it.each([
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://ⓛocalhost/",
    ...[22, 23, 25, 110, 143, 445, 587, 1433, 3306, 5432, 6379, 9200, 11211, 27017, 0].map(
      (port) => `https://receiver.example:${port}/`,
    ),
  ])("%s is blocked by its name or port", (url) => {
    expect(readWebhookUrl(url, "SANDBOX")).toMatchObject({ errorCode: "blocked_address" });
  });

  it("with plain http is allowed in the sandbox only", () => {
    expect(readWebhookUrl("http://receiver.example/", "SANDBOX")).toMatchObject({ protocol: "http:", port: 80 });
    expect(readWebhookUrl("http://receiver.example/", "PRODUCTION")).toEqual({
      errorCode: "invalid_url",
      message: "must be an https address in production",
    });
  });
});

it("every spelling of a private IPv4 address is rejected", () => {
  const privateAddress = fc.tuple(fc.constantFrom(10, 127), fc.nat(255), fc.nat(255), fc.nat(255));
  const spell = fc.constantFrom("decimal", "octal", "hex");
  fc.assert(
    fc.property(
      privateAddress,
      fc.array(spell, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      (address, spells, parts) => {
        const [a, b, c, d] = address;
        // With fewer parts the last one holds the rest of the address.
        const tail = [((a * 256 + b) * 256 + c) * 256 + d, (b * 256 + c) * 256 + d, c * 256 + d, d][parts - 1] ?? 0;
        const numbers = [...address.slice(0, parts - 1), tail];
        const host = numbers
          .map((number, n) => {
            if (spells[n] === "octal") return `0${number.toString(8)}`;
            return spells[n] === "hex" ? `0x${number.toString(16)}` : String(number);
          })
          .join(".");
        const target = readWebhookUrl(`http://${host}/`, "SANDBOX");
        expect([host, isRefusal(target) || isForbiddenAddress(target.hostname, [])]).toEqual([host, true]);
        expect(isRefusal(target)).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});
