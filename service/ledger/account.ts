import type { AccountRow } from "../db/ledger/accounts.ts";
import type { TierRuleRow } from "../db/merchant/settings.ts";

export type TierNumber = TierRuleRow["tier"];

/** The hot row: all that a verdict about money needs. `spent` is what left it on `day` (Africa/Lagos), fees not counted. Kobo. */
export type Account = Readonly<Omit<AccountRow, Changing>> & Pick<AccountRow, Changing>;
type Changing = "balance" | "seq" | "day" | "spent";

/** Limits of one tier; `null` means no limit (api 4). Kobo. */
export type TierRule = Readonly<Omit<TierRuleRow, "tier">>;
export type TierRules = Readonly<Record<TierNumber, TierRule>>;
