import { isUtf8 } from "node:buffer";
import type { Dispatcher } from "undici";

/** The stored part of a response body. `isWhole`: it was read to the end, so the connection can be reused. */
export type ReadBody = { body: string; bodyBytes: number; truncated: boolean; repaired: boolean; isWhole: boolean };

const MAX_BYTES_READ = 256 * 1_024;
const MAX_BYTES_KEPT = 16 * 1_024;
const BODY_TIME_MS = 2_000;

const REDACTED: ReadonlySet<string> = new Set([
  "set-cookie",
  "authorization",
  "www-authenticate",
  "proxy-authenticate",
]);

/** The response headers without the receiver's cookies and credentials. Webhooks 4. */
export function readHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    read[name] = REDACTED.has(name) ? "redacted" : Array.isArray(value) ? value.join(", ") : value;
  }
  return read;
}

/**
 * Reads a body for at most 2 s and 256 KiB and keeps up to 16 KiB as text that PostgreSQL can store. An encoded body
 * is counted, never inflated. Never throws, because the status already decides the outcome. Webhooks 8.
 */
export async function readBody(response: Pick<Dispatcher.ResponseData, "headers" | "body">): Promise<ReadBody> {
  const { kept, bodyBytes, isWhole } = await takeBytes(response.body);
  const encoding = response.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity" && bodyBytes > 0) {
    return { body: `compressed, ${bodyBytes} bytes`, bodyBytes, truncated: !isWhole, repaired: false, isWhole };
  }
  return { ...readText(kept), bodyBytes, truncated: !isWhole || bodyBytes > kept.length, isWhole };
}

function takeBytes(
  stream: Dispatcher.ResponseData["body"],
): Promise<{ kept: Buffer; bodyBytes: number; isWhole: boolean }> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bodyBytes = 0;
    const timer = setTimeout(() => end(false), BODY_TIME_MS);
    function end(isWhole: boolean): void {
      clearTimeout(timer);
      if (!isWhole) stream.destroy();
      resolve({ kept: Buffer.concat(parts).subarray(0, MAX_BYTES_KEPT), bodyBytes, isWhole });
    }
    stream.on("data", (part: Buffer) => {
      if (bodyBytes < MAX_BYTES_KEPT) parts.push(part);
      bodyBytes += part.length;
      if (bodyBytes > MAX_BYTES_READ) end(false);
    });
    stream.once("end", () => end(true));
    // Stays attached after the end, because a destroyed stream may still emit an error.
    stream.on("error", () => end(false));
  });
}

/** NUL and invalid UTF-8 cannot be stored; a character split by the cut is omitted. */
function readText(kept: Buffer): { body: string; repaired: boolean } {
  const { text, isClean } = isUtf8(kept) ? { text: kept.toString("utf8"), isClean: true } : decode(kept);
  const body = text.replaceAll("\0", "");
  return { body, repaired: !isClean || body.length < text.length };
}

function decode(kept: Buffer): { text: string; isClean: boolean } {
  const decoder = (fatal: boolean) => new TextDecoder("utf-8", { fatal, ignoreBOM: true });
  try {
    return { text: decoder(true).decode(kept, { stream: true }), isClean: true };
  } catch {
    return { text: decoder(false).decode(kept, { stream: true }), isClean: false };
  }
}
