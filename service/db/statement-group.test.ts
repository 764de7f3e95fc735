import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { binaryArray } from "./array-binary.ts";
import type { StatementValue } from "./statement.ts";
import { StatementGroup } from "./statement-group.ts";

const database = useTestDatabase();
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url, query_timeout: 2_000 });
  client.on("error", () => undefined);
  await client.connect();
});
afterAll(() => client.end());

const named = (text: string, values: StatementValue[] = []) => ({ name: `test ${text}`.slice(0, 60), text, values });

/** Runs statements as one group and returns their rows. */
async function runTogether(...statements: ReturnType<typeof named>[]): Promise<unknown[][]> {
  const group = new StatementGroup(client);
  const results = Promise.all(statements.map((statement) => group.query(statement)));
  await group.end();
  return (await results).map(({ rows }) => rows);
}

it("returns the rows of each statement with the driver's types, the first time and when they are prepared", async () => {
  const statements = [
    named("begin"),
    named("select $1::bigint as id, $2::date as day, null::text as nothing, 'ü' as text", [7n, "2026-03-01"]),
    named("select n from unnest($1::int[]) n", [binaryArray.integer([1, 2])]),
    named("select $1::jsonb as facts, $2::timestamptz = '2026-03-01T10:00:00Z' as same, $3::boolean as is_on", [
      { a: 1 },
      new Date("2026-03-01T10:00:00Z"),
      true,
    ]),
    named("select 1 as n where false"),
    named("commit"),
  ];
  const expected = [
    [],
    [{ id: 7n, day: "2026-03-01", nothing: null, text: "ü" }],
    [{ n: 1 }, { n: 2 }],
    [{ facts: { a: 1 }, same: true, is_on: true }],
    [],
    [],
  ];
  expect(await runTogether(...statements)).toEqual(expected);
  expect(await runTogether(...statements)).toEqual(expected);
});

it("skips what follows a failed statement, and the connection goes on", async () => {
  const insert = named("insert into groups_test values ($1::int)", [1]);
  const later = named("select count(*)::int as n from groups_test");
  await client.query("create temporary table groups_test (n int primary key)");
  await runTogether(insert);
  await expect(runTogether(named("begin"), insert, named("commit"), later)).rejects.toMatchObject({ code: "23505" });
  await client.query("rollback");
  expect(await runTogether(later, later)).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  // The server knows this one from a failed group.
  const known = named("select 3 as n");
  await expect(runTogether(known, named("select 1 / $1::int as n", [0]))).rejects.toMatchObject({ code: "22012" });
  expect(await runTogether(known)).toEqual([[{ n: 3 }]]);
});

it("sends a group behind another one, which runs after it even if that one fails", async () => {
  await client.query("create temporary table behind_test (n int primary key)");
  const insert = named("insert into behind_test values ($1::int)", [1]);
  const count = named("select count(*)::int as n from behind_test");
  for (const isFailing of [false, true, false]) {
    const [first, next] = [new StatementGroup(client), new StatementGroup(client)];
    void first.query(isFailing ? insert : count);
    void first.query(isFailing ? count : named("delete from behind_test"));
    void next.query(insert);
    const counted = next.query<{ n: number }>(count);
    const ended = first.end(next);
    await (isFailing ? expect(ended).rejects.toMatchObject({ code: "23505" }) : ended);
    if (isFailing) await expect(next.ended).rejects.toMatchObject({ code: "23505" });
    else {
      await next.ended;
      expect((await counted).rows).toEqual([{ n: 1 }]);
    }
  }
});

it("lets the server work on the first statements while others are built", async () => {
  const group = new StatementGroup(client);
  const first = group.query<{ n: number }>(named("select 1 as n"));
  group.send();
  await new Promise((resolve) => setImmediate(resolve));
  const second = group.query<{ n: number }>(named("select 2 as n"));
  await group.end();
  expect([(await first).rows, (await second).rows]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
});

it("keeps a failure that arrives while others are built until somebody waits for the end", async () => {
  const group = new StatementGroup(client);
  void group.query(named("select 1 / $1::int as n", [0]));
  // The answer of a failed statement needs no Sync.
  group.send();
  await new Promise((resolve) => setTimeout(resolve, 50));
  void group.query(named("select 2 as n"));
  await expect(group.end()).rejects.toMatchObject({ code: "22012" });
});

it("ends a group whose answer takes too long", async () => {
  const slow = new pg.Client({ connectionString: database.url, query_timeout: 50 });
  slow.on("error", () => undefined);
  await slow.connect();
  const group = new StatementGroup(slow);
  void group.query(named("select pg_sleep(30)"));
  await expect(group.end()).rejects.toThrow("timeout");
  await slow.end();
});

it("refuses arrays that are not encoded", () => {
  // The types refuse them, too.
  const list = named("select $1::int[] as list", [[1, 2] as object as StatementValue]);
  expect(() => new StatementGroup(client).query(list)).toThrow("encoded");
});

it("shares a connection with statements that the driver has prepared under the same name, in either order", async () => {
  const text = "select $1::int + 1 as n";
  for (const [first, later] of [
    ["driver", "group"],
    ["group", "driver"],
  ]) {
    const statement = { name: `shared, ${first} first`, text, values: [1] };
    const run = {
      driver: async () => (await client.query(statement)).rows,
      group: async () => (await runTogether(statement))[0],
    };
    for (const which of [first, later, first, later])
      expect(await run[which as "driver" | "group"]()).toEqual([{ n: 2 }]);
  }
});
