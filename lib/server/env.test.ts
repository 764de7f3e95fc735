import { describe, expect, it } from "vitest";
import { readSettings } from "./env.ts";

const SECRET = "0123456789abcdef0123456789abcdef";

describe("readSettings", () => {
  it("needs no variable in development", () => {
    expect(readSettings({ NEXTAUTH_SECRET: "" })).toMatchObject({
      serviceUrl: "http://127.0.0.1:4000/v1",
      origins: ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"],
      isSecure: false,
    });
  });

  it("uses a single origin for a public address", () => {
    const read = readSettings({ NEXTAUTH_URL: "https://pay.example/x", WALLET_SERVICE_URL: "http://wallet:4000/v1/" });
    expect(read).toMatchObject({
      origins: ["https://pay.example"],
      isSecure: true,
      serviceUrl: "http://wallet:4000/v1",
    });
  });

  it("uses the public service address for sample calls, if it is set", () => {
    expect(readSettings({}).publicServiceUrl).toBe("http://127.0.0.1:4000/v1");
    expect(readSettings({ PUBLIC_SERVICE_URL: "https://api.pay.example/v1/" })).toMatchObject({
      serviceUrl: "http://127.0.0.1:4000/v1",
      publicServiceUrl: "https://api.pay.example/v1",
    });
  });

  it("names every invalid variable without its value", () => {
    const read = () => readSettings({ NODE_ENV: "production", NEXTAUTH_URL: "ftp://secret", WALLET_SERVICE_URL: "x" });
    expect(read).toThrow(/NEXTAUTH_URL.*WALLET_SERVICE_URL/);
    expect(read).not.toThrow(/ftp/);
  });

  it("rejects the development secret in production", () => {
    expect(() => readSettings({ NODE_ENV: "production" })).toThrow(/NEXTAUTH_SECRET: must be set in production/);
    expect(readSettings({ NODE_ENV: "production", NEXTAUTH_SECRET: SECRET }).secret).toBe(SECRET);
  });

  it("rejects unsafe values in production by name, without the secret", () => {
    const safe = { NODE_ENV: "production", NEXTAUTH_SECRET: SECRET };
    const unsafe: [Record<string, string>, RegExp][] = [
      [{ NEXTAUTH_SECRET: "0".repeat(44) }, /NEXTAUTH_SECRET: can be guessed/],
      [{ NEXTAUTH_SECRET: "please-change-me-before-you-go-live-0" }, /NEXTAUTH_SECRET: can be guessed/],
      [{ NEXTAUTH_URL: "http://pay.example" }, /NEXTAUTH_URL: must be https/],
      [{ WALLET_SERVICE_URL: "http://wallet:4000/v1" }, /WALLET_SERVICE_URL: must be https/],
      [{ TRUSTED_PROXIES: "loopback,0.0.0.0/0" }, /TRUSTED_PROXIES: 0\.0\.0\.0\/0 trusts/],
    ];
    for (const [values, reason] of unsafe) {
      expect(() => readSettings({ ...safe, ...values })).toThrow(reason);
      expect(() => readSettings(values)).not.toThrow();
    }
    expect(() => readSettings({ ...safe, ...unsafe[1]?.[0] })).not.toThrow(/change-me/);
    const https = { NEXTAUTH_URL: "https://pay.example", WALLET_SERVICE_URL: "https://wallet.example/v1" };
    expect(readSettings({ ...safe, ...https, TRUSTED_PROXIES: "10.0.0.0/8" }).isSecure).toBe(true);
  });
});
