import type { BankTransfer, Payout } from "../../../contract/payout-records.ts";
import type { PayoutRow } from "../../db/payouts/payout-lists.ts";
import { koboToWire } from "../../ledger/kobo.ts";

type Transferred = Pick<
  PayoutRow,
  "amount" | "fee" | "vat" | "duty" | "reference" | "accountNumber" | "bankCode" | "id" | "state" | "narration"
> & { sessionId: string | null; metadata: object | null };

/** The answer of a payout in the published shape. Rails 2. Kobo. */
export function bankTransferView(row: Transferred): BankTransfer {
  return {
    amount: koboToWire(row.amount),
    charges: koboToWire(row.fee),
    vat: koboToWire(row.vat),
    duty: koboToWire(row.duty),
    total: koboToWire(row.amount + row.fee + row.vat + row.duty),
    reference: row.reference,
    sessionId: row.sessionId,
    destination: `${row.accountNumber}/${row.bankCode}`,
    transactionReference: row.id,
    description: row.narration,
    metadata: (row.metadata ?? {}) as BankTransfer["metadata"],
    state: row.state,
  };
}

/** A payout in a list and on its page. */
export function payoutView(row: PayoutRow): Payout {
  const { amount, charges, vat, duty, total, reference, state, metadata, sessionId } = bankTransferView(row);
  return {
    id: row.id,
    reference,
    state,
    amount,
    charges,
    vat,
    duty,
    total,
    source: {
      walletId: row.walletId,
      customerId: row.customerId,
      name: row.sourceName,
      accountNumber: row.sourceNumber,
    },
    bank: { code: row.bankCode, name: row.bankName },
    accountNumber: row.accountNumber,
    accountName: row.accountName,
    nameMatch: row.nameMatch,
    narration: row.narration,
    note: row.note,
    sessionId,
    rail: row.rail,
    code: row.code,
    reason: row.reason,
    batchId: row.batch,
    isReturn: row.isReturn,
    case: caseView(row),
    actorName: row.actorName,
    metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

function caseView({ caseCode, caseAt, caseClosedAt, caseClosedByName, caseNote }: PayoutRow): Payout["case"] {
  if (caseCode === null || caseAt === null) return null;
  return {
    code: caseCode,
    openedAt: caseAt.toISOString(),
    closedAt: caseClosedAt?.toISOString() ?? null,
    closedByName: caseClosedByName,
    note: caseNote,
  };
}
