import type { Queryable, Transaction } from "../pool.ts";

/** A saved account at a bank, with the name that the bank gave and when. `customerId` is null for the merchant's own list. */
export type BeneficiaryRow = {
  id: string;
  customerId: string | null;
  name: string;
  bankCode: string;
  bankName: string;
  accountNumber: string;
  verifiedAt: Date;
  createdAt: Date;
};

const columns = `id, customer_id as "customerId", name, bank_code as "bankCode", bank_name as "bankName",
  account_number as "accountNumber", verified_at as "verifiedAt", created_at as "createdAt"`;

/**
 * Returns a page of the saved accounts of a customer, or of the merchant for null, by name, and their number. `search` is a part of
 * the name or the beginning of the account number; null finds all.
 */
export async function findBeneficiaries(
  db: Queryable,
  tenant: number,
  filter: { customerId: string | null; search: string | null },
  page: { limit: number; offset: number },
): Promise<{ rows: BeneficiaryRow[]; total: number }> {
  const { rows } = await db.query<BeneficiaryRow & { total: number }>(
    `select ${columns}, count(*) over ()::int as total from beneficiaries
     where tenant = $1 and customer_id is not distinct from $2
       and ($3::text is null or strpos(lower(name), lower($3)) > 0 or starts_with(account_number, $3))
     order by name, id limit $4 offset $5`,
    [tenant, filter.customerId, filter.search, page.limit, page.offset],
  );
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Saves an account, or the bank's present name of one that is saved already. Returns the row. */
export async function saveBeneficiary(
  tx: Transaction,
  tenant: number,
  row: Omit<BeneficiaryRow, "createdAt">,
): Promise<BeneficiaryRow> {
  const { rows } = await tx.query<BeneficiaryRow>(
    `insert into beneficiaries (tenant, id, customer_id, name, bank_code, bank_name, account_number, verified_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (tenant, customer_id, bank_code, account_number)
       do update set name = excluded.name, bank_name = excluded.bank_name, verified_at = excluded.verified_at
     returning ${columns}`,
    [tenant, row.id, row.customerId, row.name, row.bankCode, row.bankName, row.accountNumber, row.verifiedAt],
  );
  const [saved] = rows;
  if (!saved) throw new Error("the beneficiary was not saved");
  return saved;
}

/** Removes a saved account and returns it; undefined if there is none. */
export async function removeBeneficiaryRow(
  tx: Transaction,
  tenant: number,
  id: string,
): Promise<BeneficiaryRow | undefined> {
  const { rows } = await tx.query<BeneficiaryRow>(
    `delete from beneficiaries where tenant = $1 and id = $2 returning ${columns}`,
    [tenant, id],
  );
  return rows[0];
}
