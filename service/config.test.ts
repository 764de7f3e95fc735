import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const url = "postgres://wallet@127.0.0.1/wallet";
const ownKey = Buffer.alloc(32, 7).toString("base64");
const providers = {
  IDENTITY_REGISTRY_URL: "https://registry.example/v1",
  IDENTITY_REGISTRY_KEY: "registry-key",
  SMS_URL: "https://sms.example",
  SMS_KEY: "sms-key",
  SMTP_URL: "smtps://user:p%40ss@mail.example",
  MAIL_FROM: "Wallets <no-reply@wallets.example>",
};

describe("the configuration", () => {
  it("requires only a database in development", () => {
    expect(readConfig({ DATABASE_URL: url })).toMatchObject({
      isProduction: false,
      host: "127.0.0.1",
      port: 4000,
      trustedProxies: "loopback",
      databaseUrl: url,
    });
  });

  it("treats an empty value as not set", () => {
    expect(readConfig({ DATABASE_URL: url, SERVICE_PORT: "" }).port).toBe(4000);
  });

  it("lists all invalid variables in one error, without their values", () => {
    const environment = {
      DATABASE_URL: "mysql://user:hunter2@x",
      SERVICE_PORT: "70000",
      LOG_LEVEL: "loud",
      SERVICE_HOST: "a b",
      SECRETS_KEY: "short",
      TRUSTED_PROXIES: "me",
      UPLOADS_WAITING: "0",
      CORS_ORIGINS: "https://shop.example/path",
    };
    const read = () => readConfig(environment);
    for (const name of Object.keys(environment)) expect(read).toThrow(name);
    expect(read).not.toThrow("hunter2");
  });

  it.each([
    ["without a key of its own", {}],
    ["with the development key", { SECRETS_KEY: "1:ZGV2ZWxvcG1lbnQtb25seS1zZWNyZXRzLWtleS0wMDE=" }],
    [
      "with the development key among others",
      { SECRETS_KEY: `2:${ownKey},1:ZGV2ZWxvcG1lbnQtb25seS1zZWNyZXRzLWtleS0wMDE=` },
    ],
  ])("is rejected in production %s", (_name, given) => {
    expect(() => readConfig({ DATABASE_URL: url, NODE_ENV: "production", ...given })).toThrow("SECRETS_KEY");
  });

  it("is accepted in production with its own key and providers", () => {
    const production = { DATABASE_URL: url, NODE_ENV: "production", SECRETS_KEY: ownKey };
    expect(readConfig({ ...production, ...providers })).toMatchObject({
      isProduction: true,
      identityRegistry: { baseUrl: "https://registry.example/v1", key: "registry-key" },
      sms: { baseUrl: "https://sms.example", key: "sms-key", from: "Wallets" },
      smtp: { url: providers.SMTP_URL, from: providers.MAIL_FROM, allowsPlaintext: false },
    });
    expect(readConfig({ ...production, ALLOW_SANDBOX_PROVIDERS: "1" })).toMatchObject({ identityRegistry: null });
    for (const name of ["IDENTITY_REGISTRY_URL", "SMS_URL", "SMTP_URL"]) {
      expect(() => readConfig(production)).toThrow(`${name}: production needs it`);
    }
  });

  it("requires a complete provider, and no sandbox in production", () => {
    for (const name of Object.keys(providers)) {
      expect(() => readConfig({ DATABASE_URL: url, ...providers, [name]: "" }), name).toThrow("is required with");
    }
  });

  it.each([
    ["IDENTITY_REGISTRY_URL", "http://registry.example"],
    ["IDENTITY_REGISTRY_URL", "http://localhost.evil.example"],
    ["IDENTITY_REGISTRY_URL", "ftp://registry.example"],
    ["SMS_URL", "sms.example"],
    ["SMTP_URL", "https://mail.example"],
    ["MAIL_FROM", "nobody"],
    ["MAIL_FROM", "a@b.example\r\nBcc: c@d.example"],
  ])("refuses %s=%j", (name, value) => {
    expect(() => readConfig({ DATABASE_URL: url, ...providers, [name]: value })).toThrow(name);
  });

  it("accepts plain HTTP for a registry on this machine", () => {
    const local = { ...providers, IDENTITY_REGISTRY_URL: "http://127.0.0.1:9000/v1" };
    expect(readConfig({ DATABASE_URL: url, ...local }).identityRegistry?.baseUrl).toBe("http://127.0.0.1:9000/v1");
  });
});
