import { createHash } from "node:crypto";
import { type DocumentRow, findDocumentChunks, insertDocumentChunk } from "../../../db/merchant/business-documents.ts";
import type { Services } from "../../context.ts";
import { sniffDocument, TAIL_BYTES } from "./document-type.ts";

/** The plain bytes of one sealed piece. One upload holds one piece in memory. */
const CHUNK_BYTES = 65_536;
const CHUNKS_PER_READ = 16;

type Place = Pick<DocumentRow, "id" | "merchantId">;
export type StoredContent = { contentType: string; bytes: number; sha256: Buffer };

/**
 * Seals and stores a document while it arrives, 64 KiB at a time, and finds its type. Returns the problem instead for a file that is not
 * accepted; the caller then deletes the row. Decision 0127.
 */
export async function storeContent(
  { db, providers: { secrets } }: Pick<Services, "db" | "providers">,
  { id, merchantId }: Place,
  file: AsyncIterable<Buffer>,
): Promise<{ content: StoredContent; problem?: never } | { problem: string }> {
  const hash = createHash("sha256");
  let [bytes, count] = [0, 0];
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  for await (const piece of pieces(file)) {
    if (count === 0) head = piece;
    tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    bytes += piece.length;
    hash.update(piece);
    const sealed = secrets.seal(piece, "business_document_chunks.sealed", `${id} ${count}`);
    await insertDocumentChunk(db, { merchantId, document: id, chunk: count, sealed });
    count += 1;
  }
  const { contentType, problem } = { contentType: "", ...(await sniffDocument(head, tail)) };
  return problem === undefined ? { content: { contentType, bytes, sha256: hash.digest() } } : { problem };
}

async function* pieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of file) {
    rest = Buffer.concat([rest, part]);
    for (; rest.length >= CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES)) yield rest.subarray(0, CHUNK_BYTES);
  }
  if (rest.length > 0) yield rest;
}

/**
 * Opens the content of a document, up to 1 MiB in memory. @throws after the last byte when a piece is missing or was changed, so that a
 * damaged copy never looks complete
 */
export async function* openContent(
  { db, providers: { secrets } }: Pick<Services, "db" | "providers">,
  { id, merchantId, sha256 }: Place & Pick<DocumentRow, "sha256">,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for (let from = 0; ; from += CHUNKS_PER_READ) {
    const sealed = await findDocumentChunks(db, { merchantId, document: id, from, limit: CHUNKS_PER_READ });
    for (const [index, value] of sealed.entries()) {
      const piece = secrets.openBytes(value, "business_document_chunks.sealed", `${id} ${from + index}`);
      hash.update(piece);
      yield piece;
    }
    if (sealed.length < CHUNKS_PER_READ) break;
  }
  if (!hash.digest().equals(sha256)) throw new Error(`the content of document ${id} is not complete`);
}
