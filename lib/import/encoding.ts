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

/** The text of a file, piece by piece, and how many bytes were read by then. Throws a `TypeError` where bytes are not UTF-8 though they were said to be. */
export async function* textOf(file: Blob, encoding: Encoding): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  let bytes = 0;
  for await (const piece of piecesOf(file)) {
    bytes += piece.byteLength;
    yield { text: decoder.decode(piece, { stream: true }), bytes };
  }
  yield { text: decoder.decode(), bytes };
}

const FIRST_PIECE_BYTES = 32 * 1024;
const PIECE_BYTES = 256 * 1024;

/** Small enough that a cancel is heard, and at first smaller still: the first problem is seen early. */
async function* piecesOf(file: Blob): AsyncGenerator<ArrayBuffer> {
  let to = Math.min(FIRST_PIECE_BYTES, file.size);
  for (let from = 0; from < file.size; from = to, to = Math.min(to + PIECE_BYTES, file.size)) {
    yield file.slice(from, to).arrayBuffer();
  }
}
