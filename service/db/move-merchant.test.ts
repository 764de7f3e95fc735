import { expect, test } from "vitest";
import { testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant } from "../testing/factories.ts";
import { findMover, hideLeaving } from "./move-merchant.ts";
import { rangeOf } from "./number-ranges.ts";

const database = useTestDatabase();

test("a merchant that came from a database with higher numbers leaves once what it paid here is added up", async () => {
  const services = testServices(database);
  const { merchantId, sandbox } = await createTestMerchant(services);
  await services.committer.close();
  const { last } = rangeOf({ name: "journal_ids", type: "bigint" }, 0);
  await database.pool.query(`alter sequence journal_ids maxvalue ${last}`);
  const { rows } = await database.pool.query<{ own: bigint }>(
    `insert into journals (tenant, id, lane, kind, n, at)
     select $1, id, 0, 'flush', 0, now() from unnest(array[nextval('journal_ids'), $2::bigint]) id returning id as own`,
    [sandbox.id, last + 1n],
  );
  const mover = await findMover(database.pool, merchantId);
  if (!mover) throw new Error("the merchant is there");
  const hiding = { mover, runtimeRole: new URL(database.runtime.url).username };

  expect(await hideLeaving(database.pool, hiding)).toBe(false);
  for (const progress of ["rollup_progress", "charge_progress", "activity_progress"])
    await database.pool.query(`update ${progress} set journal = $1`, [rows[0]?.own]);
  expect(await hideLeaving(database.pool, hiding)).toBe(true);
});
