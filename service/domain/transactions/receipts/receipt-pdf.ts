import type { Receipt } from "../../../../contract/receipts.ts";
import { formatNaira } from "../../../../contract/texts/naira.ts";
import { receiptTexts as texts } from "../../../../contract/texts/receipts.ts";
import { MARGIN, type Pdf, type PdfFile, pdfFile, printable } from "../../../providers/pdf/pdf.ts";
import { lagosText } from "../lagos-text.ts";

const GREY = "#52525b";
const LINE = "#e4e4e7";
const INK = "#18181b";
/** Where the values begin, in points. */
const VALUES_AT = 190;
const ROW_GAP = 9;

/** Draws a receipt on one A4 page. Decision 0125. */
export function receiptPdf(receipt: Receipt): PdfFile {
  const { reference, merchantName } = receipt;
  const info = { name: `receipt-${reference}.pdf`, title: `${texts.receipt} ${reference}`, author: merchantName };
  return pdfFile(info, function* (pdf) {
    pdf.addPage();
    drawHead(pdf, receipt);
    for (const [name, value] of linesOf(receipt)) drawLine(pdf, name, value);
    yield;
  });
}

function drawHead(pdf: Pdf, { merchantName, title, amount, mode }: Receipt): void {
  const width = pdf.page.width - 2 * MARGIN;
  pdf
    .font("strong")
    .fontSize(13)
    .fillColor(INK)
    .text(printable(merchantName), MARGIN, MARGIN, { width: width - 90 });
  const below = pdf.y;
  pdf.font("regular").fontSize(11).fillColor(GREY).text(texts.receipt, MARGIN, MARGIN, { width, align: "right" });
  pdf.fontSize(11).text(printable(title), MARGIN, below + 28, { width });
  pdf
    .font("strong")
    .fontSize(26)
    .fillColor(INK)
    .text(formatNaira(BigInt(amount)), { width });
  if (mode === "SANDBOX") pdf.font("strong").fontSize(10).fillColor("#7c2d12").text(texts.sandbox, { width });
  pdf.y += 18;
}

function linesOf(receipt: Receipt): [name: string, value: string][] {
  const { fee, vat, duty, total, sender, recipient, narration, reference, sessionId, paidAt } = receipt;
  const money = (kobo: number) => formatNaira(BigInt(kobo));
  const charges = [
    [texts.fee, fee],
    [texts.vat, vat],
    [texts.duty, duty],
  ] as const;
  const paid = charges.flatMap(([name, kobo]): [string, string][] => (kobo > 0 ? [[name, money(kobo)]] : []));
  return [
    [texts.state, stateText(receipt)],
    [texts.time, texts.lagosTime(lagosText(paidAt))],
    [texts.sender, partyText(sender)],
    [texts.recipient, partyText(recipient)],
    [texts.amount, money(receipt.amount)],
    ...paid,
    ...(paid.length > 0 ? [[texts.total, money(total)] satisfies [string, string]] : []),
    ...(narration ? [[texts.narration, narration] satisfies [string, string]] : []),
    [texts.reference, reference],
    ...(sessionId ? [[texts.sessionId, sessionId] satisfies [string, string]] : []),
  ];
}

function stateText({ state, reversedBy }: Receipt): string {
  if (state === "PAID") return texts.paid;
  return reversedBy === null ? texts.reversed : texts.reversedBy(reversedBy);
}

function partyText({ name, accountNumber, bankName }: Receipt["sender"]): string {
  return [name, [bankName, accountNumber].filter(Boolean).join(" · ")].filter(Boolean).join("\n");
}

function drawLine(pdf: Pdf, name: string, value: string): void {
  const right = pdf.page.width - MARGIN;
  pdf.moveTo(MARGIN, pdf.y).lineTo(right, pdf.y).lineWidth(0.5).strokeColor(LINE).stroke();
  const top = pdf.y + ROW_GAP;
  pdf
    .font("regular")
    .fontSize(10.5)
    .fillColor(GREY)
    .text(name, MARGIN, top, { width: VALUES_AT - MARGIN - 12 });
  pdf.y = top;
  pdf.fillColor(INK);
  for (const line of value.split("\n")) pdf.text(printable(line), VALUES_AT, pdf.y, { width: right - VALUES_AT });
  pdf.y += ROW_GAP;
}
