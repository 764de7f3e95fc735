import type { DocumentKind } from "../../../contract/document-kinds.ts";
import type { Queryable, Transaction } from "../pool.ts";

type StoredState = "uploaded" | "under_review" | "accepted" | "refused";

/** A document of a merchant without its content. `bytes` and `sha256` are those of the content before it was sealed. */
export type DocumentRow = {
  id: string;
  merchantId: string;
  kind: DocumentKind;
  state: StoredState;
  fileName: string;
  contentType: string;
  bytes: number;
  sha256: Buffer;
  uploadedBy: string;
  uploadedAt: Date;
  submittedAt: Date | null;
  decidedAt: Date | null;
  reason: string | null;
};

const columns = `id, merchant_id as "merchantId", kind, state, file_name as "fileName", content_type as "contentType", bytes, sha256,
  uploaded_by as "uploadedBy", uploaded_at as "uploadedAt", submitted_at as "submittedAt", decided_at as "decidedAt", reason`;

/** Returns the documents of a merchant; does not lock. */
export async function findDocuments(db: Queryable, merchantId: string): Promise<DocumentRow[]> {
  const { rows } = await db.query<DocumentRow>(
    `select ${columns} from business_documents where merchant_id = $1 and is_complete`,
    [merchantId],
  );
  return rows;
}

/** Returns the documents of all merchants that wait for a decision, the one that waits longest first; does not lock. */
export async function findDocumentsUnderReview(db: Queryable): Promise<DocumentRow[]> {
  const { rows } = await db.query<DocumentRow>(
    `select ${columns} from business_documents where is_complete and state = 'under_review' order by submitted_at, id`,
  );
  return rows;
}

/** Returns a document of any merchant; does not lock. For the platform. */
export async function findDocument(db: Queryable, id: string): Promise<DocumentRow | undefined> {
  const { rows } = await db.query<DocumentRow>(
    `select ${columns} from business_documents where id = $1 and is_complete`,
    [id],
  );
  return rows[0];
}

/** Begins a document whose content follows. */
export async function insertReceivingDocument(
  db: Queryable,
  document: Pick<DocumentRow, "id" | "merchantId" | "kind" | "fileName" | "uploadedBy"> & { at: Date },
): Promise<void> {
  const { id, merchantId, kind, fileName, uploadedBy, at } = document;
  await db.query(
    `insert into business_documents (id, merchant_id, kind, file_name, uploaded_by, uploaded_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, merchantId, kind, fileName, uploadedBy, at],
  );
}

/** Removes what uploads left behind that broke off before `before`, and counts those that are still arriving. */
export async function clearReceivingDocuments(db: Queryable, merchantId: string, before: Date): Promise<number> {
  await db.query("delete from business_documents where merchant_id = $1 and not is_complete and uploaded_at < $2", [
    merchantId,
    before,
  ]);
  const { rows } = await db.query<{ n: number }>(
    "select count(*)::int as n from business_documents where merchant_id = $1 and not is_complete",
    [merchantId],
  );
  return rows[0]?.n ?? 0;
}

export async function insertDocumentChunk(
  db: Queryable,
  { merchantId, document, chunk, sealed }: { merchantId: string; document: string; chunk: number; sealed: Buffer },
): Promise<void> {
  await db.query(
    "insert into business_document_chunks (merchant_id, document, chunk, sealed) values ($1, $2, $3, $4)",
    [merchantId, document, chunk, sealed],
  );
}

/** Returns up to `limit` sealed pieces of a document, from piece number `from`. */
export async function findDocumentChunks(
  db: Queryable,
  { merchantId, document, from, limit }: { merchantId: string; document: string; from: number; limit: number },
): Promise<Buffer[]> {
  const { rows } = await db.query<{ sealed: Buffer }>(
    `select sealed from business_document_chunks
     where merchant_id = $1 and document = $2 and chunk >= $3 order by chunk limit $4`,
    [merchantId, document, from, limit],
  );
  return rows.map(({ sealed }) => sealed);
}

/** Makes a received document the merchant's document of its kind. */
export async function acceptUploadedDocument(
  tx: Transaction,
  document: Pick<DocumentRow, "id" | "merchantId" | "contentType" | "bytes" | "sha256">,
): Promise<void> {
  const { id, merchantId, contentType, bytes, sha256 } = document;
  await tx.query(
    `update business_documents set is_complete = true, content_type = $3, bytes = $4, sha256 = $5
     where merchant_id = $1 and id = $2`,
    [merchantId, id, contentType, bytes, sha256],
  );
}

export async function deleteDocument(db: Queryable, merchantId: string, id: string): Promise<void> {
  await db.query("delete from business_documents where merchant_id = $1 and id = $2", [merchantId, id]);
}

/** Hands all uploaded documents of a merchant to the platform. */
export async function submitDocuments(tx: Transaction, merchantId: string, at: Date): Promise<void> {
  await tx.query(
    `update business_documents set state = 'under_review', submitted_at = $2
     where merchant_id = $1 and is_complete and state = 'uploaded'`,
    [merchantId, at],
  );
}

export async function decideDocument(
  tx: Transaction,
  { id, state, reason, at }: { id: string; state: "accepted" | "refused"; reason: string | null; at: Date },
): Promise<void> {
  await tx.query("update business_documents set state = $2, reason = $3, decided_at = $4 where id = $1", [
    id,
    state,
    reason,
    at,
  ]);
}
