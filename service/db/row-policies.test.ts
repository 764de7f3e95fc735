import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { CONDITIONS, conditionOf, UNPROTECTED } from "./row-policies.ts";
import { requestsRoleOf } from "./runtime-role.ts";

const database = useTestDatabase();
const runtimeRole = () => new URL(database.runtime.url).username;

type Table = { name: string; parent: string; columns: string[]; isEnabled: boolean; policies: string[] };

async function tables(): Promise<Table[]> {
  const { rows } = await database.pool.query<Table>(
    `select c.relname::text as name, coalesce(root.relname, c.relname)::text as parent, c.relrowsecurity as "isEnabled",
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       array(select polname::text || coalesce(' for ' || nullif(polcmd, '*')::text, '') from pg_policy
         where polrelid = c.oid order by 1) as policies
     from pg_class c left join pg_class root on c.relispartition and root.oid = pg_partition_root(c.oid)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return rows;
}

describe("row-level security", () => {
  it("protects every table whose rows belong to a tenant", async () => {
    for (const { name, parent, columns, isEnabled, policies } of await tables()) {
      const condition = conditionOf(parent, columns);
      expect(
        condition !== undefined || UNPROTECTED[parent] !== undefined,
        `${name} has no column "tenant" or "merchant_id": say in UNPROTECTED of service/db/row-policies.ts why its rows belong to no tenant`,
      ).toBe(true);
      if (!condition) continue;
      expect(isEnabled, name).toBe(true);
      const expected = [
        "own_rows",
        ...(condition.readable ? ["readable_rows for r", "lockable_rows for w"] : []),
        runtimeRole(),
      ];
      expect(policies, name).toEqual(expected.sort());
    }
  });

  it("names no table in its lists that is gone or has a policy", async () => {
    const known = new Map((await tables()).map((table) => [table.parent, table]));
    for (const name of [...Object.keys(CONDITIONS), ...Object.keys(UNPROTECTED)])
      expect([...known.keys()]).toContain(name);
    for (const name of Object.keys(UNPROTECTED)) expect(known.get(name)?.isEnabled, name).toBe(false);
  });

  it("lets no view and no function of the owner go around the policies", async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       union all
       select p.oid::regprocedure::text from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
         and has_function_privilege($1, p.oid, 'execute')`,
      [requestsRoleOf(runtimeRole())],
    );
    expect(rows).toEqual([]);
  });
});
