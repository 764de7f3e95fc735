import { findDocuments } from "../../../db/merchant/business-documents.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { openContent } from "./document-content.ts";

const EXTENSIONS: Record<string, string> = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" };

/** The content of one of the merchant's documents, under a name without text of the uploader. @throws `document_not_found` */
export async function downloadBusinessDocument(
  ctx: Context,
  { id }: { id: string },
): Promise<{ name: string; contentType: string; chunks: AsyncIterable<Buffer> }> {
  const document = (await findDocuments(ctx.db, ctx.tenant.merchantId)).find((one) => one.id === id);
  if (!document) throw new Failure("document_not_found");
  const { kind, contentType } = document;
  return { name: `${kind}.${EXTENSIONS[contentType] ?? "bin"}`, contentType, chunks: openContent(ctx, document) };
}
