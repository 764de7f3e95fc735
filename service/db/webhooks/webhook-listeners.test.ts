import { expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import type { Transaction } from "../pool.ts";
import { findListeners } from "./webhook-listeners.ts";

const database = useTestDatabase();
const [TENANTS, WANTED] = [300, 100];

type Plan = { "Actual Loops": number; Plans?: Plan[] };
const mostLoops = (plan: Plan): number => Math.max(plan["Actual Loops"], ...(plan.Plans ?? []).map(mostLoops));

it("reads no rows of other merchants", async () => {
  const { rows: tenants } = await database.pool.query<{ id: number }>(
    `with made as (
       insert into merchants (id, slug, email, phone_number, business_name, business_type, created_at, updated_at)
       select gen_random_uuid(), 'm-' || n, 'm@test.example', '+2348000000000', 'M', 'RETAIL', now(), now()
       from generate_series(1, $1::int) n returning id
     )
     insert into tenants (merchant_id, mode) select id, 'SANDBOX' from made returning id`,
    [TENANTS],
  );
  const ids = tenants.map(({ id }) => id);
  await database.pool.query("insert into tenant_settings (tenant, updated_at) select unnest($1::int[]), now()", [ids]);
  await database.pool.query(
    `insert into webhook_subscriptions (tenant, id, url, events, created_at, updated_at)
     select unnest($1::int[]), gen_random_uuid(), 'https://receiver.example', '{*}', now(), now()`,
    [ids],
  );
  await database.pool.query("analyze");
  let plan: Plan | undefined;
  const explained = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await database.pool.query(`explain (analyze, format json) ${text}`, values);
      plan = rows[0]["QUERY PLAN"][0].Plan;
      return { rows };
    },
  };
  await findListeners(explained as unknown as Transaction, ids.slice(0, WANTED));
  expect(plan && mostLoops(plan)).toBeLessThanOrEqual(WANTED);
});
