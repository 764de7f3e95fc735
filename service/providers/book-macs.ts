import { crc32 } from "node:zlib";
import type { Secrets } from "./secrets.ts";

/** The authentication code of a journal, and a checksum of each of its rows that shows which one was changed. */
export type JournalMac = { mac: Buffer; rowSums: Buffer };

export const MAC_BYTES = 32;
export const ROW_SUM_BYTES = 4;

/**
 * Authenticates a journal under a key that the database does not hold: HMAC-SHA256 over the journal's line and the sorted lines of
 * its transactions and entries. `rowSums` has 4 bytes (CRC-32) per line, in the same order. Ledger 6, decision 0082.
 */
export function journalMac(secrets: Secrets, journal: string, rows: readonly string[]): JournalMac {
  const sorted = [...rows].sort();
  const rowSums = Buffer.allocUnsafe(sorted.length * ROW_SUM_BYTES);
  for (const [index, line] of sorted.entries()) rowSums.writeUInt32BE(rowSum(line), index * ROW_SUM_BYTES);
  return { mac: secrets.keyedHash(`${journal}\n${sorted.join("\n")}`, "journal"), rowSums };
}

/** The checksum of a line. It finds the changed row; it proves nothing, the code does. */
export function rowSum(line: string): number {
  return crc32(line);
}
