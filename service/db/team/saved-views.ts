import type { Queryable, Transaction } from "../pool.ts";

export type SavedViewRow = { id: string; list: string; name: string; query: string; createdAt: Date };

/** A member of a merchant, whose views these are. */
type Owner = { merchantId: string; memberId: string };

const columns = `id, list, name, query, created_at as "createdAt"`;

/** Returns a member's views of a list, oldest first. */
export async function findSavedViews(db: Queryable, owner: Owner, list: string): Promise<SavedViewRow[]> {
  const { rows } = await db.query<SavedViewRow>(
    `select ${columns} from saved_views where merchant_id = $1 and member_id = $2 and list = $3 order by created_at, id`,
    [owner.merchantId, owner.memberId, list],
  );
  return rows;
}

/** Locks the member, so that two simultaneous calls cannot pass the limit together. */
export async function lockOwner(tx: Transaction, owner: Owner): Promise<void> {
  await tx.query("select from members where merchant_id = $1 and id = $2 for no key update", [
    owner.merchantId,
    owner.memberId,
  ]);
}

export async function insertSavedView(tx: Transaction, owner: Owner, view: SavedViewRow): Promise<void> {
  await tx.query(
    `insert into saved_views (merchant_id, id, member_id, list, name, query, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [owner.merchantId, view.id, owner.memberId, view.list, view.name, view.query, view.createdAt],
  );
}

/** Returns one of the member's views and locks it. */
export async function lockSavedView(tx: Transaction, owner: Owner, id: string): Promise<SavedViewRow | undefined> {
  const { rows } = await tx.query<SavedViewRow>(
    `select ${columns} from saved_views where merchant_id = $1 and member_id = $2 and id = $3 for update`,
    [owner.merchantId, owner.memberId, id],
  );
  return rows[0];
}

export async function updateSavedView(
  tx: Transaction,
  owner: Owner,
  view: Pick<SavedViewRow, "id" | "name" | "query">,
): Promise<void> {
  await tx.query("update saved_views set name = $4, query = $5 where merchant_id = $1 and member_id = $2 and id = $3", [
    owner.merchantId,
    owner.memberId,
    view.id,
    view.name,
    view.query,
  ]);
}

export async function deleteSavedView(tx: Transaction, owner: Owner, id: string): Promise<void> {
  await tx.query("delete from saved_views where merchant_id = $1 and member_id = $2 and id = $3", [
    owner.merchantId,
    owner.memberId,
    id,
  ]);
}
