import type { BatchKind } from "../../../lib/api/batches.ts";
import type { Damage, Repair } from "../../../lib/import/rows/damage.ts";

export const STEPS = ["File", "Check", "Review", "Send"] as const;
export type Step = (typeof STEPS)[number];

export const kindTexts: Record<BatchKind, { title: string; choice: string; does: string }> = {
  create: { title: "Import wallets", choice: "Customers", does: "creates a customer with a wallet for each row" },
  credit: { title: "Import credits", choice: "Credits", does: "pays each row from your merchant wallet" },
  debit: { title: "Import debits", choice: "Debits", does: "takes each row's amount into your merchant wallet" },
};

/** Header and an example row. `amount_naira` names the unit. */
export const templates: Record<BatchKind, string> = {
  create:
    "first_name,last_name,phone_number,date_of_birth,bvn,nin,email,address,tier\r\nNgozi,Eze,08012345678,1990-05-16,22212345678,,,,TIER_1\r\n",
  credit: "accountNumber,amount_naira,narration,reference\r\n2204510003,45000.50,March salary,\r\n",
  debit: "accountNumber,amount_naira,narration,reference\r\n2204510003,1500.00,Loan repayment,\r\n",
};

const damageTexts: Record<Damage, { what: string; why: string; button: string }> = {
  lost_zero: { what: "lost their first zero", why: "A spreadsheet does this.", button: "Put the zero back" },
  text_formula: { what: "are written as a formula", why: "A spreadsheet does this.", button: "Take the text out" },
  scientific: { what: "are written as 2.2E+10", why: "All digits are still there.", button: "Write the digits out" },
  date_text: { what: "are dates in words", why: "They can be read in one way only.", button: "Write as 1990-05-16" },
  date_order: {
    what: "are dates with the day or month first",
    why: "The column shows which.",
    button: "Write as 1990-05-16",
  },
  tier_text: {
    what: "name a tier in another way",
    why: "They can be read in one way only.",
    button: "Write as TIER_1",
  },
};

export function repairTexts({ damage, column, cells }: Repair): { title: string; text: string; button: string } {
  const { what, why, button } = damageTexts[damage];
  const count = cells.toLocaleString("en-NG");
  const rows = cells === 1 ? "that row" : `all ${count} rows`;
  return { title: `${count} in ${column} ${what}`, text: `${why} We can put it right in ${rows}.`, button };
}

/** `611 kB`, `12.8 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
