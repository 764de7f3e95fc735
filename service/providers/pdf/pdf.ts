import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";

const REGULAR = readFileSync(new URL("./fonts/inter-regular.ttf", import.meta.url));
const STRONG = readFileSync(new URL("./fonts/inter-semibold.ttf", import.meta.url));

/** The margin of a page in points; an A4 page is 595 by 842. */
export const MARGIN = 48;

/** An A4 document with the fonts `regular` and `strong`. It shows the title in the window of a reader. */
export type Pdf = PDFKit.PDFDocument;

/** Draws on the document, page by page; each step yields once. */
export type Drawing = (pdf: Pdf) => AsyncIterable<void> | Iterable<void>;

type PdfInfo = { name: string; title: string; author: string };

/** A file to save. */
export type PdfFile = { name: string; contentType: string; chunks: AsyncIterable<Buffer> };

/** A document that is drawn while it is read. Letters and signs of its name that a header may not have become hyphens. */
export function pdfFile(info: PdfInfo, draw: Drawing): PdfFile {
  const name = info.name.replace(/[^\w.-]/g, "-");
  return { name, contentType: "application/pdf", chunks: streamPdf(info, draw) };
}

/**
 * Draws a document and returns its bytes. What a step has drawn is handed over before the next step, so that a slow reader holds the
 * drawing back, and other requests run between two steps. Decision 0125.
 */
async function* streamPdf(info: PdfInfo, draw: Drawing): AsyncGenerator<Buffer> {
  const pdf = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    autoFirstPage: false,
    lang: "en-NG",
    displayTitle: true,
    info: { Title: printable(info.title), Author: printable(info.author) },
  });
  pdf.registerFont("regular", REGULAR);
  pdf.registerFont("strong", STRONG);
  pdf.font("regular");
  for await (const _ of draw(pdf)) {
    for (let part: unknown = pdf.read(); Buffer.isBuffer(part); part = pdf.read()) yield part;
  }
  pdf.end();
  for await (const part of pdf) yield part as Buffer;
}

// The letters of the fonts: scripts/subset-font.ts. A control character could turn the text around.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const WITHOUT_LETTER =
  /[^\u0020-\u007e\u00a0-\u052f\u1e00-\u1eff\u2010-\u2027\u202f-\u205e\u20a0-\u20c0\u2122\u2190-\u2193\u2212]/gu;

/** A text as the fonts can print it: a letter that they lack becomes a box, and nothing invisible is left. */
export function printable(text: string): string {
  return text.replace(INVISIBLE, " ").replace(WITHOUT_LETTER, "□");
}
