import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import type { Damage, Repair } from "../../../lib/import/rows/damage.ts";
import { texts } from "./texts.ts";

export const STEPS = ["File", "Check", "Review", "Send"] as const;
export type Step = (typeof STEPS)[number];

export const kindTexts: Record<ImportKind, { title: string; choice: string; does: string }> = {
  create: { title: texts.importWallets, choice: texts.customers, does: texts.createsACustomerWith },
  credit: { title: texts.importCredits, choice: texts.credits, does: texts.paysEachRowFrom },
  debit: { title: texts.importDebits, choice: texts.debits, does: texts.takesEachRowsAmount },
  payout: { title: texts.importBankTransfers, choice: texts.bankTransfers, does: texts.paysEachRowTo },
};

/** Header and an example row. `amount_naira` names the unit. */
export const templates: Record<ImportKind, string> = {
  create:
    "first_name,last_name,phone_number,date_of_birth,bvn,nin,email,address,tier\r\nNgozi,Eze,08012345678,1990-05-16,22212345678,,,,TIER_1\r\n",
  credit: "accountNumber,amount_naira,narration,reference\r\n2204510003,45000.50,March salary,\r\n",
  debit: "accountNumber,amount_naira,narration,reference\r\n2204510003,1500.00,Loan repayment,\r\n",
  payout:
    "bank,accountNumber,amount_naira,narration,accountName,reference,note\r\nGTBank,0123456711,45000.50,March salary,,,\r\n",
};

const damageTexts: Record<Damage, { what: string; why: string; button: string }> = {
  lost_zero: { what: texts.lostTheirFirstZero, why: texts.aSpreadsheetDoesThis, button: texts.putTheZeroBack },
  text_formula: { what: texts.areWrittenAsA, why: texts.aSpreadsheetDoesThis, button: texts.takeTheTextOut },
  scientific: { what: texts.areWrittenAs2, why: texts.allDigitsAreStill, button: texts.writeTheDigitsOut },
  date_text: { what: texts.areDatesInWords, why: texts.theyCanBeRead, button: texts.writeAs199005 },
  date_order: {
    what: texts.areDatesWithThe,
    why: texts.theColumnShowsWhich,
    button: texts.writeAs199005,
  },
  tier_text: {
    what: texts.nameATierIn,
    why: texts.theyCanBeRead,
    button: texts.writeAsTier1,
  },
};

export function repairTexts({ damage, column, cells }: Repair): { title: string; text: string; button: string } {
  const { what, why, button } = damageTexts[damage];
  const count = cells.toLocaleString("en-NG");
  const rows = cells === 1 ? texts.thatRow : texts.allCountRows(count);
  return { title: texts.countInColumnWhat(count, column, what), text: texts.whyWeCanPut(why, rows), button };
}

/** `611 kB`, `12.8 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return texts.bytesBytes(bytes);
  return bytes < 1_000_000 ? texts.roundKb(Math.round(bytes / 1_000)) : texts.mb((bytes / 1_000_000).toFixed(1));
}
