import { acceptUpload, type UploadInput } from "../../domain/batches/upload/accept-upload.ts";
import { receiveUpload } from "../../domain/batches/upload/receive-upload.ts";
import type { Context } from "../../domain/context.ts";

/** Uploads a file through the domain functions, in `pieces` of text, and returns the batch ID. */
export async function uploadTestFile(
  ctx: Context,
  pieces: Iterable<string>,
  input: Partial<UploadInput> = {},
): Promise<string> {
  const staged = await receiveUpload(ctx, bytesOf(pieces));
  const upload = { ...staged, sha256: staged.id };
  await acceptUpload(ctx, { operation: "credit", ...input }, upload, () => ({}));
  return staged.id;
}

async function* bytesOf(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}
