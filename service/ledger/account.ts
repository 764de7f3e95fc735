import type { AccountRow } from "../db/ledger/accounts.ts";
import type { TierRuleRow } from "../db/merchant/settings.ts";

export type TierNumber = TierRuleRow["tier"];

/** The row that every decision about money reads. `spent` is the amount that left it on `day` (Africa/Lagos), without fees. Kobo. */
export type Account = Readonly<Omit<AccountRow, Changing>> & Pick<AccountRow, Changing>;
type Changing = "balance" | "seq" | "day" | "spent";

/** Limits of one tier; `null` means no limit (API 4). Kobo. */
export type TierRule = Readonly<Omit<TierRuleRow, "tier">>;
export type TierRules = Readonly<Record<TierNumber, TierRule>>;
