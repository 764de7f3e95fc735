import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { openPool } from "./pool.ts";
import { databaseServers, firstServerUrl, primaryUrl } from "./primary.ts";

const database = useTestDatabase();

describe("databaseServers", () => {
  it.each([
    ["postgres://u:p@a/db", [{ host: "a", port: 5432 }]],
    [
      "postgresql://u:p%40x@a:1,b:2/db?sslmode=verify-full",
      [
        { host: "a", port: 1 },
        { host: "b", port: 2 },
      ],
    ],
    [
      "postgres://[::1]:7,b/db",
      [
        { host: "::1", port: 7 },
        { host: "b", port: 5432 },
      ],
    ],
    ["postgres:///db?host=/run", [{ host: "", port: 5432 }]],
  ])("%s", (url, servers) => {
    expect(databaseServers(url)).toEqual(servers);
  });

  it("refuses what names no server", () => {
    expect(() => databaseServers("postgres://a:x,b/db")).toThrow();
  });

  it("keeps names and options for the first server", () => {
    expect(firstServerUrl("postgres://u:p@a:1,b:2/db?x=y")).toBe("postgres://u:p@a:1/db?x=y");
  });
});

describe("with several servers", () => {
  const withDeadServer = () => database.url.replace(/@/, "@127.0.0.1:9,");

  it("the primary is found behind a server that does not answer", async () => {
    expect(await primaryUrl(withDeadServer(), 5_000)).toBe(database.url);
    const pool = openPool({ url: withDeadServer(), max: 2, applicationName: "two-servers" });
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it("without any primary the caller hears so", async () => {
    const url = "postgres://u:p@127.0.0.1:9,127.0.0.1:10/db";
    await expect(primaryUrl(url, 300)).rejects.toMatchObject({ code: "NO_PRIMARY" });
  });

  it("without TLS at the servers the caller hears that", async () => {
    const url = `${withDeadServer()}?sslmode=verify-full`;
    await expect(primaryUrl(url, 300)).rejects.toThrow(/accepts writes: .*SSL/);
  });
});
