import { type Permission, permissions } from "../../contract/permissions.ts";
import { texts } from "./texts.ts";

type Group = { title: string; permissions: readonly Permission[] };

/** All permissions, grouped by subject. A test checks that none is missing. */
export const PERMISSION_GROUPS: readonly Group[] = [
  {
    title: texts.customersAndWallets,
    permissions: [
      "BROWSE_CUSTOMERS",
      "BROWSE_CUSTOMER_WALLETS",
      "CREATE_CUSTOMER_WALLET",
      "UPDATE_CUSTOMERS",
      "FREEZE_WALLET",
      "ENABLE_DISABLE_WALLET",
      "SET_TRANSACTION_PIN",
      "BVN_VERIFICATION",
    ],
  },
  {
    title: texts.money,
    permissions: [
      "BROWSE_MERCHANT_WALLET",
      "BROWSE_TRANSACTIONS",
      "MANAGE_TRANSFER",
      "WALLET_CREDIT_DEBIT",
      "TRANSFER_TO_BANK",
      "ISSUE_CARD",
      "MANAGE_PREPAID_CARD",
      "APPROVE_TRANSFER",
      "MANAGE_BALANCE_SETTLEMENT",
    ],
  },
  { title: texts.integration, permissions: ["BROWSE_KEYS", "GENERATE_KEYS", "BROWSE_WEBHOOKS", "MANAGE_WEBHOOKS"] },
  {
    title: texts.team,
    permissions: [
      "BROWSE_TEAM_MEMBER",
      "INVITE_TEAM_MEMBER",
      "MANAGE_TEAM_MEMBER",
      "MANAGE_MEMBER_ROLE",
      "BROWSE_ROLES",
      "MANAGE_ROLES",
    ],
  },
  { title: texts.account, permissions: ["UPDATE_MERCHANT_DETAIL", "SWITCH_ACCOUNT_MODE", "BROWSE_AUDIT_LOG"] },
];

/** Labels of permissions. */
export function permissionLabel(permission: Permission): string {
  return permissions[permission];
}
