import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../service/testing/database.ts";
import { readCatalog } from "./catalog.ts";
import { describeStatement } from "./describe-statement.ts";

const database = useTestDatabase();

/** Returns the names of the nullable columns. `sent`: parameters that are never null. */
async function nullableIn(sql: string, { present = [] as string[], sent = [] as number[] } = {}): Promise<string[]> {
  const db = await database.pool.connect();
  try {
    const catalog = await readCatalog(db);
    const { columns, columnsWhere } = await describeStatement({ db, catalog }, sql, (place) => sent.includes(place));
    return (present.length > 0 ? columnsWhere(present) : columns)
      .filter((one) => one.isNullable)
      .map(({ name }) => name);
  } finally {
    db.release();
  }
}

describe("what can be null", () => {
  test.each([
    ["a column as its table says", "select id, verified_at from users", ["verified_at"]],
    ["a column that a condition needs", "select verified_at from users where verified_at > $1", []],
    ["a column that is asked not to be null", "select verified_at from users where verified_at is not null", []],
    [
      "a column in one of two conditions",
      "select verified_at from users where verified_at > $1 or id = $2",
      ["verified_at"],
    ],
    ["an array that the column is looked up in", "select verified_at from users where verified_at = any($1)", []],
    ["a column of an outer join", "select u.id from merchants m left join users u on u.id = m.id", ["id"]],
    [
      "an outer join that a condition makes an inner one",
      "select u.email from merchants m left join users u on u.id = m.id where u.id = $1",
      [],
    ],
    ["the kept side of an outer join", "select m.id from merchants m left join users u on u.id = m.id", []],
    ["the other side of a right join", "select m.id from merchants m right join users u on u.id = m.id", ["id"]],
    [
      "both sides of a full join",
      "select m.id a, u.id b from merchants m full join users u on u.id = m.id",
      ["a", "b"],
    ],
    [
      "a sum over all rows, a count, and a default",
      "select sum(id) s, count(*) n, coalesce(sum(id), 0) c from tenants",
      ["s"],
    ],
    ["a sum over groups", "select merchant_id, sum(id) s from tenants group by 1", []],
    [
      "a sum of what can be null",
      "select m.id, sum(t.id) s from merchants m left join tenants t on t.merchant_id = m.id group by 1",
      ["s"],
    ],
    [
      "a filtered sum over groups",
      "select merchant_id, sum(id) filter (where id > 1) s from tenants group by 1",
      ["s"],
    ],
    [
      "a query as a value",
      "select (select id from users limit 1) a, (select count(*) from users) b, exists (select) c",
      ["a"],
    ],
    [
      "a case without else",
      "select case when id > 1 then 1 end a, case when id > 1 then 1 else 2 end b from tenants",
      ["a"],
    ],
    ["a union", "select id, verified_at from users union all select id, null from users", ["verified_at"]],
    ["a query in FROM", "select q.a, q.b from (select id as a, verified_at as b from users) q", ["b"]],
    ["a common table expression", "with q as (select id as a, verified_at as b from users) select a, b from q", ["b"]],
    [
      "what an update returns",
      "update users set verified_at = $1 where verified_at is not null returning id, verified_at",
      ["verified_at"],
    ],
    ["what an insert returns", "insert into tenants (merchant_id, mode) values ($1, $2) returning id", []],
    [
      "what a delete in a common table expression returns",
      "with gone as (delete from users returning id, verified_at) select * from gone",
      ["verified_at"],
    ],
    ["elements of an array", "select a.id from unnest($1::int[]) with ordinality as a (id, nth)", ["id"]],
    ["the place of an element", "select a.nth from unnest($1::int[]) with ordinality as a (id, nth)", []],
    ["a value in a list", "select mode in ('SANDBOX', 'PRODUCTION') as a from tenants", []],
    ["a value in an array", "select mode = any($1) as a from tenants", ["a"]],
    ["a JSON field", "select metadata -> 'a' as a from customers", ["a"]],
  ])("%s", async (_, sql, nullable) => {
    expect(await nullableIn(sql)).toEqual(nullable);
  });

  test("a parameter, as far as a value is sent", async () => {
    const sql = "select $1::int as a, $2::int as b, $1::int + $2::int as c";
    expect(await nullableIn(sql)).toEqual(["a", "b", "c"]);
    expect(await nullableIn(sql, { sent: [1] })).toEqual(["b", "c"]);
  });

  test("a column of an outer join in the rows in which another of its columns is there", async () => {
    const sql = `select u.id, u.email, u.verified_at from (select 1) one
      left join (select * from users limit 1) u on true`;
    expect(await nullableIn(sql)).toEqual(["id", "email", "verified_at"]);
    expect(await nullableIn(sql, { present: ["id"] })).toEqual(["verified_at"]);
  });

  test("the branches of a union without those in which a column is always null", async () => {
    const sql = "select q.a, q.b from (select id as a, email as b from users union all select null, null) q";
    expect(await nullableIn(sql)).toEqual(["a", "b"]);
    expect(await nullableIn(sql, { present: ["a"] })).toEqual([]);
  });
});

test("a statement that PostgreSQL rejects is reported and leaves the connection unchanged", async () => {
  await expect(nullableIn("select nothing from users")).rejects.toThrow('column "nothing" does not exist');
  expect(await nullableIn("select id from users")).toEqual([]);
});
