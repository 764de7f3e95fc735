import { fileTypeFromBuffer } from "file-type";
import { verificationTexts } from "../../../../contract/texts/verification.ts";

/** The last bytes of a file that `documentProblem` needs. */
export const TAIL_BYTES = 1_024;

const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");
const ZIP_END = Buffer.from("504b0506", "hex");

/** How a complete file of each accepted type ends. Phones append their own data to a JPEG, so any end of one is accepted. */
const ends: Record<string, (tail: Buffer) => boolean> = {
  "application/pdf": (tail) => tail.includes("%%EOF"),
  "image/png": (tail) => tail.subarray(-PNG_END.length).equals(PNG_END),
  "image/jpeg": () => true,
};

/** A file with a web page inside: an old browser could show it as a page, regardless of its type. */
const MARKUP = /<(?:!doctype html|html|script|iframe)[\s>]/i;

/**
 * Finds the type of a file from its content, never from its name. `head`: at least its first 4,100 bytes; `tail`: its last 1,024.
 * Returns the reason why it is refused instead if it is empty, of another type, cut off, or a page or archive in disguise. Decision 0128.
 */
export async function sniffDocument(
  head: Buffer,
  tail: Buffer,
): Promise<{ contentType: string; problem?: never } | { problem: string }> {
  if (head.length === 0) return { problem: verificationTexts.empty };
  const found = await fileTypeFromBuffer(head);
  const isWhole = found && ends[found.mime];
  if (!isWhole) return { problem: verificationTexts.wrongType(found?.ext ?? null) };
  if (MARKUP.test(`${head.toString("latin1", 0, 2_048)} ${tail.toString("latin1")}`)) {
    return { problem: verificationTexts.markup };
  }
  // The end of an archive behind a document: the file is both.
  if (!isWhole(tail) || tail.includes(ZIP_END)) return { problem: verificationTexts.cutOff };
  return { contentType: found.mime };
}
