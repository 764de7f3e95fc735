import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const url = "postgres://wallet@127.0.0.1/wallet";
const ownKey = Buffer.alloc(32, 7).toString("base64");

describe("the configuration", () => {
  it("needs only a database in development", () => {
    expect(readConfig({ DATABASE_URL: url })).toMatchObject({
      isProduction: false,
      host: "127.0.0.1",
      port: 4000,
      trustedProxies: "loopback",
      databaseUrl: url,
    });
  });

  it("counts an empty value as none", () => {
    expect(readConfig({ DATABASE_URL: url, SERVICE_PORT: "" }).port).toBe(4000);
  });

  it("lists all bad names at once, without their values", () => {
    const environment = {
      DATABASE_URL: "mysql://user:hunter2@x",
      SERVICE_PORT: "70000",
      LOG_LEVEL: "loud",
      SERVICE_HOST: "a b",
      SECRETS_KEY: "short",
      TRUSTED_PROXIES: "me",
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
  ])("is refused in production %s", (_name, given) => {
    expect(() => readConfig({ DATABASE_URL: url, NODE_ENV: "production", ...given })).toThrow("SECRETS_KEY");
  });

  it("is taken in production with a key of its own", () => {
    expect(readConfig({ DATABASE_URL: url, NODE_ENV: "production", SECRETS_KEY: ownKey }).isProduction).toBe(true);
  });
});
