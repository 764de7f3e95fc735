export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/**
 * Guesses the encoding from the first bytes: a byte order mark, or the zero bytes of Latin letters in UTF-16. Otherwise UTF-8, which
 * only the whole file can confirm; the reader falls back to Windows-1252. Dashboard 5.6.
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

/** Decodes a file in chunks; `bytes` counts the bytes read so far. @throws {TypeError} if `encoding` is UTF-8 and the bytes are not */
export async function* textOf(file: Blob, encoding: Encoding): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  let bytes = 0;
  for await (const chunk of chunksOf(file)) {
    bytes += chunk.byteLength;
    yield { text: decoder.decode(chunk, { stream: true }), bytes };
  }
  yield { text: decoder.decode(), bytes };
}

const FIRST_CHUNK_BYTES = 32 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** Chunks are small, so that a cancellation takes effect soon. The first one is smaller, so that the first problem appears early. */
async function* chunksOf(file: Blob): AsyncGenerator<ArrayBuffer> {
  let to = Math.min(FIRST_CHUNK_BYTES, file.size);
  for (let from = 0; from < file.size; from = to, to = Math.min(to + CHUNK_BYTES, file.size)) {
    yield file.slice(from, to).arrayBuffer();
  }
}
