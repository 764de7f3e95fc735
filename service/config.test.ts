import { describe, expect, it } from "vitest";
import { readConfig, unusualSettings } from "./config.ts";

const url = "postgres://wallet@127.0.0.1/wallet";
const ownKey = Buffer.from(Array.from({ length: 32 }, (_, n) => (n * 37 + 11) % 256)).toString("base64");
const providers = {
  IDENTITY_REGISTRY_URL: "https://registry.example/v1",
  IDENTITY_REGISTRY_KEY: "registry-key",
  SMS_URL: "https://sms.example",
  SMS_KEY: "sms-key",
  SMTP_URL: "smtps://user:p%40ss@mail.example",
  MAIL_FROM: "Wallets <no-reply@wallets.example>",
};

const easyPay = {
  RAILS: "easypay",
  EASYPAY_URL: "https://gateway.example",
  EASYPAY_CLIENT_ID: "client",
  EASYPAY_CLIENT_SECRET: "secret",
  EASYPAY_SCOPE: "client/.default",
  EASYPAY_SENDER_CODE: "000034",
  EASYPAY_SOURCE_BANK_CODE: "999998",
  EASYPAY_SOURCE_ACCOUNT_NUMBER: "0112345678",
  EASYPAY_SOURCE_ACCOUNT_NAME: "Wallets",
  EASYPAY_SOURCE_BVN: "33333333333",
  EASYPAY_BILLER_ID: "ADC19BDC-7D3A-4C00-4F7B-08DA06684F59",
  EASYPAY_MANDATE_REFERENCE: "MA-0112345678-2022315-53097",
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

  it("takes replicas with the role and database of the primary", () => {
    const replicas = "postgres://wallet@db2/wallet?sslmode=verify-full, postgres://wallet@db3:5433/wallet,";
    expect(readConfig({ DATABASE_URL: url }).databaseReplicaUrls).toEqual([]);
    expect(readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URLS: replicas }).databaseReplicaUrls).toEqual([
      "postgres://wallet@db2/wallet?sslmode=verify-full",
      "postgres://wallet@db3:5433/wallet",
    ]);
  });

  it.each([
    "mysql://wallet@db2/wallet",
    "postgres://owner@db2/wallet",
    "postgres://wallet@db2/other",
    "postgres://wallet@db2,db3/wallet",
    "db2",
  ])("refuses the replica %s, where requests might read other rows", (replicas) => {
    const read = () => readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URLS: replicas });
    expect(read).toThrow("DATABASE_REPLICA_URLS");
  });

  it("lists all invalid variables in one error, without their values", () => {
    const environment = {
      DATABASE_URL: "mysql://user:hunter2@x",
      SERVICE_PORT: "70000",
      LOG_LEVEL: "loud",
      SERVICE_HOST: "a b",
      SECRETS_KEY: "short",
      TRUSTED_PROXIES: "me",
      METRICS_ADDRESSES: "prometheus",
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

  it.each([
    ["SECRETS_KEY", `1:${Buffer.alloc(32).toString("base64")}`],
    ["SECRETS_KEY", `2:${ownKey},1:${Buffer.alloc(32, "abcd").toString("base64")}`],
    ["TRUSTED_PROXIES", "loopback, 0.0.0.0/0"],
    ["TRUSTED_PROXIES", "::/0"],
    ["METRICS_ADDRESSES", "10.0.0.0/8, 0.0.0.0/0"],
    ["WEBHOOK_ALLOWED_CIDRS", "0.0.0.0/0"],
    ["DASHBOARD_URL", "http://wallets.example"],
    ["SMTP_PLAINTEXT", "1"],
    ["CORS_ORIGINS", "https://shop.example, http://shop.example"],
  ])("refuses the unsafe %s=%j in production by name, and accepts it in development", (name, value) => {
    const given = { DATABASE_URL: url, ...providers, SECRETS_KEY: ownKey, [name]: value };
    expect(() => readConfig({ ...given, NODE_ENV: "production" })).toThrow(name);
    expect(() => readConfig(given)).not.toThrow();
  });

  it("names every unsafe value of production in one error", () => {
    const given = { DATABASE_URL: url, ...providers, SECRETS_KEY: `1:${Buffer.alloc(32).toString("base64")}` };
    const read = () => readConfig({ ...given, NODE_ENV: "production", TRUSTED_PROXIES: "0.0.0.0/0" });
    expect(read).toThrow("SECRETS_KEY");
    expect(read).toThrow("TRUSTED_PROXIES");
  });

  it.each([
    ["https://app.wallets.example", "wallets.example", true],
    ["https://wallets.example", "wallets.example", true],
    ["http://localhost:3000", "localhost", true],
    ["https://wallets.example", "app.wallets.example", false],
    ["https://evilwallets.example", "wallets.example", false],
    ["https://wallets.example", "example", false],
    ["", "wallets.example", false],
  ])("a dashboard at %j may have passkeys of %j: %j", (dashboard, rpId, isAllowed) => {
    const read = () => readConfig({ DATABASE_URL: url, DASHBOARD_URL: dashboard, PASSKEY_RP_ID: rpId });
    if (isAllowed) expect(read().passkeyRpId).toBe(rpId);
    else expect(read).toThrow("PASSKEY_RP_ID");
  });

  it("reads the rails completely or names what is missing", () => {
    const given = { DATABASE_URL: url, ...easyPay };
    expect(readConfig(given).rails).toMatchObject([
      { name: "easypay", senderCode: "000034", source: { bvn: "3".repeat(11) } },
    ]);
    expect(readConfig({ DATABASE_URL: url })).toMatchObject({ rails: [], sandboxBank: null });
    expect(() => readConfig({ ...given, EASYPAY_SCOPE: "" })).toThrow("EASYPAY_SCOPE: is required with RAILS");
    expect(() => readConfig({ ...given, EASYPAY_URL: "http://gateway.example" })).toThrow("EASYPAY_URL");
    expect(() => readConfig({ ...given, RAILS: "nip" })).toThrow("RAILS");
    expect(() => readConfig({ ...given, RAILS: "easypay,easypay" })).toThrow("RAILS");
    expect(() => readConfig({ ...given, RAILS: "paystack" })).toThrow("PAYSTACK_SECRET_KEY: is required with RAILS");
    const both = readConfig({ ...given, RAILS: "paystack,easypay", PAYSTACK_SECRET_KEY: "sk_live_key" }).rails;
    expect(both.map(({ name, baseUrl }) => [name, baseUrl])).toEqual([
      ["paystack", "https://api.paystack.co"],
      ["easypay", "https://gateway.example"],
    ]);
    expect(() => readConfig({ DATABASE_URL: url, SANDBOX_BANK_URL: "http://127.0.0.1:4100" })).toThrow(
      "SANDBOX_BANK_CLIENT_SECRET: is required with SANDBOX_BANK_URL",
    );
  });

  it("lists unusual settings", () => {
    const usual = {
      DATABASE_URL: url,
      BOOK_HEADS_DIR: "heads",
      ...providers,
      SECRETS_KEY: ownKey,
      DASHBOARD_URL: "https://wallets.example",
      ...easyPay,
    };
    expect(unusualSettings(readConfig({ ...usual, NODE_ENV: "production" }))).toEqual([]);
    const unusual = { ...usual, DATABASE_URL: "postgres://wallet@db.example/wallet", SERVICE_HOST: "0.0.0.0" };
    const names = unusualSettings(readConfig({ ...unusual, NODE_ENV: "production" })).map((line) => line.split(":")[0]);
    expect(names).toEqual(["DATABASE_URL", "SERVICE_HOST"]);
  });
});
