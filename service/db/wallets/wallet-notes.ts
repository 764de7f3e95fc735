import type { Queryable, Transaction } from "../pool.ts";

export type WalletNoteRow = { id: string; authorId: string; authorName: string; text: string; createdAt: Date };

const columns = `id, author_id as "authorId", author_name as "authorName", body as text, created_at as "createdAt"`;

/** Returns a page of the notes on a customer's wallet, newest first, and their number. */
export async function findWalletNotes(
  db: Queryable,
  tenant: number,
  customerId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: WalletNoteRow[]; total: number }> {
  const { rows } = await db.query<WalletNoteRow>(
    `select ${columns} from wallet_notes where tenant = $1 and customer_id = $2 and removed_at is null
     order by id desc limit $3 offset $4`,
    [tenant, customerId, page.limit, page.offset],
  );
  const counted = await db.query<{ total: number }>(
    "select count(*)::int as total from wallet_notes where tenant = $1 and customer_id = $2 and removed_at is null",
    [tenant, customerId],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Stores a note on a customer's wallet. */
export async function insertWalletNote(
  tx: Transaction,
  tenant: number,
  note: WalletNoteRow & { customerId: string },
): Promise<void> {
  await tx.query(
    `insert into wallet_notes (tenant, id, customer_id, author_id, author_name, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenant, note.id, note.customerId, note.authorId, note.authorName, note.text, note.createdAt],
  );
}

/** Returns the author of a note that is not removed, with the note's wallet. Locks the note. */
export async function lockWalletNote(
  tx: Transaction,
  tenant: number,
  id: string,
): Promise<{ authorId: string; walletId: string } | undefined> {
  const { rows } = await tx.query<{ authorId: string; walletId: string }>(
    `select n.author_id as "authorId", w.id as "walletId"
     from wallet_notes n join wallets w on w.tenant = n.tenant and w.customer_id = n.customer_id
     where n.tenant = $1 and n.id = $2 and n.removed_at is null for update of n`,
    [tenant, id],
  );
  return rows[0];
}

/** Hides a note; its row stays for the record. */
export async function hideWalletNote(tx: Transaction, tenant: number, id: string, at: Date): Promise<void> {
  await tx.query("update wallet_notes set removed_at = $3 where tenant = $1 and id = $2", [tenant, id, at]);
}
