import { textArray } from "../array-literal.ts";
import type { Queryable } from "../pool.ts";

/** A bank of a rail. */
export type RailBankRow = { code: string; name: string; cbnCode: string | null; category: string | null };
export type BankListRow = RailBankRow & { refreshedAt: Date };

/** Returns the banks of a rail by name, as last read from it. */
export async function findRailBanks(db: Queryable, rail: string): Promise<BankListRow[]> {
  const { rows } = await db.query<BankListRow>({
    name: "find-rail-banks",
    text: `select code, name, cbn_code as "cbnCode", category, refreshed_at as "refreshedAt" from rail_banks
      where rail = $1 order by name, code`,
    values: [rail],
  });
  return rows;
}

/** Replaces the list of a rail's banks. */
export async function replaceRailBanks(
  db: Queryable,
  rail: string,
  banks: readonly RailBankRow[],
  at: Date,
): Promise<void> {
  await db.query(
    `with listed as (
       select * from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as v (code, name, cbn_code, category)
     ), gone as (
       delete from rail_banks where rail = $1 and code not in (select code from listed)
     )
     insert into rail_banks (rail, code, name, cbn_code, category, refreshed_at)
     select $1, code, name, cbn_code, category, $6 from listed
     on conflict (rail, code) do update set name = excluded.name, cbn_code = excluded.cbn_code,
       category = excluded.category, refreshed_at = excluded.refreshed_at`,
    [
      rail,
      textArray(banks.map((bank) => bank.code)),
      textArray(banks.map((bank) => bank.name)),
      textArray(banks.map((bank) => bank.cbnCode)),
      textArray(banks.map((bank) => bank.category)),
      at,
    ],
  );
}

/** The bank that issues our account numbers. */
export async function findIssuingBank(db: Queryable): Promise<{ code: string; name: string }> {
  const { rows } = await db.query<{ code: string; name: string }>({
    name: "find-issuing-bank",
    text: "select code, name from issuing_bank",
  });
  const [bank] = rows;
  if (!bank) throw new Error("there is no issuing bank");
  return bank;
}

/** The name on one of the tenant's own account numbers. */
export async function findIssuedAccount(
  db: Queryable,
  tenant: number,
  accountNumber: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    "select account_name as name from wallets where tenant = $1 and account_number = $2",
    [tenant, accountNumber],
  );
  return rows[0]?.name;
}
