export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/**
 * What a file's first bytes say of its encoding: a byte order mark, or the zeros that Latin letters have in UTF-16. Else UTF-8,
 * which only the whole file can prove; the reader falls back to Windows-1252. Dashboard 5.6.
 */
export function guessEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 4;
  if (odd > many && even === 0) return "utf-16le";
  return even > many && odd === 0 ? "utf-16be" : "utf-8";
}

/** The text of a file, piece by piece. Throws a `TypeError` where bytes are not UTF-8 though they were said to be. */
export async function* textOf(file: Blob, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  for await (const bytes of piecesOf(file)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

const PIECE_BYTES = 256 * 1024;

/** Small enough that a cancel is heard and the first problem is seen early. */
async function* piecesOf(file: Blob): AsyncGenerator<ArrayBuffer> {
  for (let from = 0; from < file.size; from += PIECE_BYTES) yield file.slice(from, from + PIECE_BYTES).arrayBuffer();
}
