import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../service/testing/database.ts";
import type { Problem } from "../sources.ts";

const database = useTestDatabase();
const PATH = "service/db/planted.ts";
const HEADER = `import { type ArrayText, plainArray, textArray } from "./array-literal.ts";
import type { Queryable } from "./pool.ts";
import type { Statement } from "./statement.ts";

const columns = \`id, email, verified_at as "verifiedAt"\`;
type UserRow = { id: string; email: string; verifiedAt: Date | null };
`;

/** Planted statements, each with the expected messages. */
const cases: Record<string, { code: string; says: readonly string[] }> = {
  "a statement that agrees": {
    code: `db.query<UserRow>(\`select \${columns} from users where id = $1\`, ["x"])`,
    says: [],
  },
  "a misspelt column": {
    code: 'db.query<{ emial: string }>("select emial from users")',
    says: ['column "emial" does not exist'],
  },
  "a misspelt column in a condition": {
    code: `db.query<UserRow>(\`select \${columns} from users where emial = $1\`, ["x"])`,
    says: ['column "emial" does not exist'],
  },
  "a table that is not there": { code: 'db.query("delete from user")', says: ['syntax error at or near "user"'] },
  "a column of another type": {
    code: 'db.query<{ id: string; balance: number }>("select account_id::text as id, balance from wallets w join accounts a on a.id = w.account_id")',
    says: ['"balance" is bigint, which arrives as bigint; declared is number'],
  },
  "an array that the driver does not convert": {
    code: 'db.query<{ ids: bigint[] }>("select array(select id from accounts) as ids")',
    says: ['"ids" is bigint[], which arrives as string[]; declared is bigint[]'],
  },
  "a column that is not returned": {
    code: 'db.query<UserRow>("select id, email from users")',
    says: ['"verifiedAt" is declared, but not returned'],
  },
  "a column that is not declared": {
    code: 'db.query<{ id: string }>("select id, email from users")',
    says: ['"email" is returned, but not declared'],
  },
  "a column that is returned twice": {
    code: 'db.query<{ id: string }>("select id, id from users")',
    says: ['"id" is returned twice'],
  },
  "a nullable column taken as never null": {
    code: 'db.query<{ verifiedAt: Date }>(`select verified_at as "verifiedAt" from users`)',
    says: ['"verifiedAt" can be null'],
  },
  "an outer join taken as an inner one": {
    code: 'db.query<{ email: string }>("select u.email from merchants m left join users u on u.id = m.id")',
    says: ['"email" can be null'],
  },
  "a sum over no rows": {
    code: 'db.query<{ sum: bigint }>("select sum(balance)::bigint as sum from accounts")',
    says: ['"sum" can be null'],
  },
  "a column that is never null declared as nullable": {
    code: 'db.query<{ email: string | null }>("select email from users")',
    says: ['"email" is never null'],
  },
  "a comment that explains a null": {
    code: `// Not null: "verifiedAt". A reason.
    db.query<{ verifiedAt: Date }>(\`select verified_at as "verifiedAt" from users\`)`,
    says: [],
  },
  "a comment that explains nothing": {
    code: `// Not null: "email". A reason.
    db.query<{ email: string }>("select email from users")`,
    says: ['remove the comment "Not null: "email"": nothing needs it'],
  },
  "a literal that a constraint forbids": {
    code: `db.query<{ status: "success" | "failed" | "pending" | "lost" }>("select status from transactions")`,
    says: ['"status" is never lost: a check constraint forbids it'],
  },
  "a literal that is missing": {
    code: `db.query<{ status: "success" | "failed" }>("select status from transactions")`,
    says: ['"status" can also be pending'],
  },
  "rows without a type": {
    code: 'db.query("select id from users").then(({ rows }) => rows)',
    says: ["its rows have no type"],
  },
  "too few values": {
    code: 'db.query("update users set email = $2 where id = $1", ["x"])',
    says: ["the statement has 2 parameters, and 1 values are sent"],
  },
  "too many values": {
    code: 'db.query("delete from users where id = $1", ["x", 1])',
    says: ["the statement has 1 parameters, and 2 values are sent"],
  },
  "a value of another type": {
    code: 'db.query("update accounts set balance = $2 where id = $1", [1n, "x"])',
    says: ['$2 is bigint; what is sent is "x"'],
  },
  "an array of another type": {
    code: 'db.query("delete from accounts where id = any($1::bigint[])", [textArray(["x"])])',
    says: ['$1 is bigint[]; what is sent is ArrayText<"x">'],
  },
  "an array sent as JSON": {
    code: 'db.query("update batches set header = $1", [["x"]])',
    says: ["$1 is json; what is sent is string[]"],
  },
  "a prepared statement": {
    code: `((): Statement => ({ name: "x", text: "delete from users where id = $1", values: [1] }))()`,
    says: ["$1 is uuid; what is sent is 1"],
  },
  "a text from a condition with one wrong branch": {
    code: `db.query(\`delete from \${flag ? "users" : "usres"} where id = $1\`, ["x"])`,
    says: ['relation "usres" does not exist'],
  },
  "a text from a union of literals with one wrong literal": {
    code: `db.query(\`delete from \${table} where id = $1\`, ["x"])`,
    says: ['column "id" does not exist'],
  },
  "values that depend on the same condition as the text": {
    code: `db.query(\`select from users where id = $1\${flag ? " and email = $2" : ""}\`, ["x", ...(flag ? ["y"] : [])])`,
    says: [],
  },
  "values that depend on another condition": {
    code: `db.query(\`select from users where id = $1\${flag ? " and email = $2" : ""}\`, ["x", ...(table ? ["y"] : [])])`,
    says: [
      "the statement has 2 parameters, and 1 values are sent",
      "the statement has 1 parameters, and 2 values are sent",
    ],
  },
  "a text that a caller gives": {
    code: "db.query(given)",
    says: ['cannot be read from the sources: it depends on "given". Add a call to scripts/sql/samples.ts'],
  },
  "conditions that are added one by one": {
    code: `(() => {
      const conditions = ["true"];
      if (flag) conditions.push("email = 'x'");
      return db.query(\`select from users where \${conditions.join(" and ")}\`);
    })()`,
    says: ['cannot be read from the sources: it depends on "conditions". Add a call to scripts/sql/samples.ts'],
  },
  "a helper that other calls give texts": {
    code: `(() => {
      const ask = (sql: string, ...more: number[]) => db.query<{ id: string }>(\`select id from users \${sql}\`, [...more]);
      return [ask("limit $1", 1), ask("limit $1")];
    })()`,
    says: ["the statement has 1 parameters, and 0 values are sent"],
  },
};

const found = new Map<string, string[]>();

beforeAll(() => {
  let text = HEADER;
  const lines = new Map<number, string>();
  for (const [name, { code }] of Object.entries(cases)) {
    text += `export async function planted${lines.size}(db: Queryable, flag: boolean, table: "users" | "sessions" | "tier_rules", given: string) {\n  ${code};\n}\n`;
    lines.set(text.split("\n").length, name);
  }
  const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "planted.ts")], {
    input: JSON.stringify({ url: database.url, path: PATH, text }),
    encoding: "utf8",
  });
  if (stderr) console.error(stderr);
  const problems = JSON.parse(stdout) as Problem[];
  for (const { line, message } of problems) {
    // The first function that ends after the line.
    const name = [...lines].find(([end]) => line < end)?.[1] ?? "";
    found.set(name, [...(found.get(name) ?? []), message]);
  }
});

test.each(Object.entries(cases))("%s", (name, { says }) => {
  expect(found.get(name) ?? []).toEqual(says);
});
