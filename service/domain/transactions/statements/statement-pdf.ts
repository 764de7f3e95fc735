import { formatNaira } from "../../../../contract/texts/naira.ts";
import { paymentTitles, receiptTexts } from "../../../../contract/texts/receipts.ts";
import { statementTexts as texts } from "../../../../contract/texts/statements.ts";
import { findStatementEntries, type StatementEntry } from "../../../db/transactions/account-statement.ts";
import { MARGIN, type Pdf, type PdfFile, pdfFile, printable } from "../../../providers/pdf/pdf.ts";
import type { Context } from "../../context.ts";
import { lagosText } from "../lagos-text.ts";
import { recordDownload } from "../transaction-csv.ts";
import { APPEARANCES, type ListSide } from "../transaction-view.ts";
import { type StatementInput, type StatementOfAccount, sumStatement } from "./get-statement.ts";

const INK = "#18181b";
const GREY = "#52525b";
const LINE = "#e4e4e7";
/** Where the columns begin or, for amounts, end. An A4 page is 595 points wide. */
const COLUMNS = { time: MARGIN, details: 130, in: 395, out: 470, balance: 595 - MARGIN };
const DETAILS_WIDTH = 190;
const ROW_HEIGHT = 26;
const FIRST_ROWS_AT = 232;
const OTHER_ROWS_AT = 84;
const FIRST_PAGE_ROWS = 20;
const PAGE_ROWS = 26;

/**
 * Draws the statement of a wallet, oldest entry first. One page is read and drawn at a time. Audited. API 4, decision 0125.
 * @throws `customer_not_found`, `statement_too_long`
 */
export async function downloadStatement(ctx: Context, input: StatementInput): Promise<PdfFile> {
  const statement = await sumStatement(ctx, input);
  const { customerId, accountNumber, accountName, merchantName } = statement.summary;
  const owner = customerId === null ? ({ kind: "merchant", id: ctx.tenant.merchantId } as const) : undefined;
  await recordDownload(ctx, owner ?? { kind: "customer", id: customerId ?? "" }, { format: "pdf", ...input });
  const title = `${texts.statement} ${accountName}`;
  return pdfFile({ name: `statement-${accountNumber}.pdf`, title, author: merchantName }, (pdf) =>
    drawPages(ctx, statement, pdf),
  );
}

async function* drawPages(ctx: Context, { summary, account, first, last }: StatementOfAccount, pdf: Pdf) {
  const side = summary.customerId === null ? "merchant" : "customer";
  const pages = 1 + Math.ceil(Math.max(0, summary.rows - FIRST_PAGE_ROWS) / PAGE_ROWS);
  let next = first;
  for (let page = 1; page <= pages; page += 1) {
    const [rowsAt, limit] = page === 1 ? [FIRST_ROWS_AT, FIRST_PAGE_ROWS] : [OTHER_ROWS_AT, PAGE_ROWS];
    const entries = await findStatementEntries(ctx.db, { tenant: ctx.tenant.id, account, first: next, last, limit });
    next = (entries.at(-1)?.seq ?? last) + 1n;
    pdf.addPage();
    if (page === 1) drawHead(pdf, summary);
    drawColumnHeads(pdf, rowsAt);
    if (summary.rows === 0) write(pdf, texts.nothing, COLUMNS.time, rowsAt + 8);
    for (const [index, entry] of entries.entries()) {
      drawEntry(pdf, side, entry, rowsAt + index * ROW_HEIGHT);
    }
    drawFoot(pdf, texts.page(page, pages), summary.accountNumber);
    yield;
  }
}

function drawHead(pdf: Pdf, summary: StatementOfAccount["summary"]): void {
  const { merchantName, accountName, accountNumber, customerId, mode, from, to } = summary;
  const width = COLUMNS.balance - MARGIN;
  pdf.font("strong").fontSize(13).fillColor(INK);
  write(pdf, fitted(pdf, merchantName, width - 140), MARGIN, MARGIN);
  pdf.font("regular").fontSize(11).fillColor(GREY);
  writeLeftOf(pdf, texts.statement, COLUMNS.balance, MARGIN);
  pdf.fontSize(10).fillColor(INK);
  const owner = customerId === null ? texts.merchantWallet(merchantName) : accountName;
  write(pdf, fitted(pdf, texts.account(owner, accountNumber), width), MARGIN, 84);
  pdf.fillColor(GREY);
  const day = (instant: string | null) => instant && lagosText(instant).slice(0, 16);
  write(pdf, texts.period(day(from), day(to)), MARGIN, 100);
  if (mode === "SANDBOX") write(pdf.fillColor("#7c2d12"), texts.sandbox, MARGIN, 116);
  const sums = [
    [texts.openingBalance, summary.openingBalance],
    [texts.totalIn, summary.totalIn],
    [texts.totalOut, summary.totalOut],
    [texts.closingBalance, summary.closingBalance],
  ] as const;
  for (const [index, [name, kobo]] of sums.entries()) {
    const x = MARGIN + (index * width) / sums.length;
    write(pdf.font("regular").fontSize(8.5).fillColor(GREY), name, x, 146);
    write(pdf.font("strong").fontSize(11).fillColor(INK), formatNaira(BigInt(kobo)), x, 160);
  }
}

function drawColumnHeads(pdf: Pdf, rowsAt: number): void {
  const y = rowsAt - 18;
  pdf.font("regular").fontSize(8).fillColor(GREY);
  write(pdf, texts.time, COLUMNS.time, y);
  write(pdf, texts.details, COLUMNS.details, y);
  for (const name of ["in", "out", "balance"] as const) writeLeftOf(pdf, texts[name], COLUMNS[name], y);
}

function drawEntry(pdf: Pdf, side: ListSide, entry: StatementEntry, y: number): void {
  const { delta, balanceAfter, reference, text, at } = entry;
  pdf.moveTo(MARGIN, y).lineTo(COLUMNS.balance, y).lineWidth(0.5).strokeColor(LINE).stroke();
  pdf.font("regular").fontSize(8).fillColor(INK);
  write(pdf, lagosText(at.toISOString()).slice(0, 16), COLUMNS.time, y + 4);
  write(
    pdf,
    fitted(pdf, [titleOf(side, entry), entry.other].filter(Boolean).join(" · "), DETAILS_WIDTH),
    COLUMNS.details,
    y + 4,
  );
  writeLeftOf(pdf, formatNaira(delta < 0n ? -delta : delta), delta < 0n ? COLUMNS.out : COLUMNS.in, y + 4);
  writeLeftOf(pdf, formatNaira(balanceAfter), COLUMNS.balance, y + 4);
  pdf.fontSize(7).fillColor(GREY);
  const below = [text, reference].filter(Boolean).join(" · ");
  if (below) write(pdf, fitted(pdf, below, COLUMNS.balance - COLUMNS.details), COLUMNS.details, y + 14);
}

function titleOf(side: ListSide, { kind, isReversal }: StatementEntry): string {
  const category = APPEARANCES[side].find((known) => known.kind === kind)?.category;
  const title = category ? paymentTitles[category] : texts.batch;
  return isReversal ? receiptTexts.reversalOf(title) : title;
}

function drawFoot(pdf: Pdf, page: string, accountNumber: string): void {
  const y = pdf.page.height - MARGIN - 4;
  pdf.font("regular").fontSize(8).fillColor(GREY);
  write(pdf, accountNumber, MARGIN, y);
  writeLeftOf(pdf, page, COLUMNS.balance, y);
}

// Digits of one width, so that amounts stand below each other.
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ["tnum"];

function write(pdf: Pdf, text: string, x: number, y: number): void {
  pdf.text(printable(text), x, y, { lineBreak: false, features: FEATURES });
}

function writeLeftOf(pdf: Pdf, text: string, right: number, y: number): void {
  write(pdf, text, right - pdf.widthOfString(printable(text), { features: FEATURES }), y);
}

/** The text cut to a width in points. */
function fitted(pdf: Pdf, text: string, width: number): string {
  const whole = printable(text);
  if (pdf.widthOfString(whole, { features: FEATURES }) <= width) return whole;
  const letters = [...whole].slice(0, Math.ceil(width));
  while (letters.length > 0 && pdf.widthOfString(`${letters.join("")}…`, { features: FEATURES }) > width) {
    letters.splice(-Math.max(1, Math.floor(letters.length / 16)));
  }
  return `${letters.join("").trimEnd()}…`;
}
