import { formatNaira } from "./naira.ts";

/** Texts about the merchant's account, settings and own wallet that name a value. */
export const merchantTexts = {
  modeSwitched: (mode: "SANDBOX" | "PRODUCTION") => `Account successfully switched to ${mode} mode`,
  platformSetting: (field: string) => `${field} is set by the platform in PRODUCTION mode.`,
  notMembers: "must be current members of this merchant",
  notForKeys: (field: string) => `Private keys cannot change ${field}; a member does.`,
  mainMerchantOnly: (field: string) => `Only a MainMerchant can change ${field}.`,
  rulesOverlap: "noApprovalBelow must not be higher than twoApproversFrom.",
  // Details of the mail about a changed rule. Amounts in kobo.
  ruleChanged: (rule: string, value: bigint | boolean | string | null, mode: string) => {
    if (typeof value === "boolean") return `${rule} is ${value ? "on" : "off"} in ${mode}`;
    return `${rule} is ${typeof value === "bigint" ? formatNaira(value).replace(/\.00$/, "") : "off"} in ${mode}`;
  },
  otherMode: (field: string, mode: string) => `${field} belongs to the other account mode; this key is of ${mode}.`,
  fundingTooLarge: "This is more than the sandbox can add.",
  balanceTooLarge: "This is more than a balance can hold.",
};
