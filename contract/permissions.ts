/** Permissions, roles, and the permissions of the built-in roles. Wire 1.3, API 2, dashboard 2.1. */
export const permissions = {
  BROWSE_CUSTOMERS: "See customers",
  UPDATE_CUSTOMERS: "Edit customers",
  CREATE_CUSTOMER_WALLET: "Create wallets, one or many",
  BROWSE_CUSTOMER_WALLETS: "See wallets and their activity",
  WALLET_CREDIT_DEBIT: "Submit credits and debits, one or many",
  ENABLE_DISABLE_WALLET: "Freeze and enable wallets",
  FREEZE_WALLET: "Freeze wallets",
  SET_TRANSACTION_PIN: "Set transaction PINs",
  BVN_VERIFICATION: "Check BVN and NIN, change tiers",
  MANAGE_TRANSFER: "Submit transfers",
  TRANSFER_TO_BANK: "Submit payouts to bank accounts",
  ISSUE_CARD: "Issue, activate, freeze and replace cards",
  MANAGE_PREPAID_CARD: "Issue cards, change their controls, close them, set up the issuer",
  APPROVE_TRANSFER: "Approve and decline what waits",
  MANAGE_BALANCE_SETTLEMENT: "Resolve suspended bank credits and reconciliation breaks",
  BROWSE_TRANSACTIONS: "See transactions, approvals and batches",
  BROWSE_MERCHANT_WALLET: "See the merchant wallet",
  UPDATE_MERCHANT_DETAIL: "Change profile and settings, fund the sandbox",
  SWITCH_ACCOUNT_MODE: "Switch between sandbox and production",
  BROWSE_KEYS: "See API keys",
  GENERATE_KEYS: "Rotate API keys",
  INVITE_TEAM_MEMBER: "Invite team members",
  BROWSE_TEAM_MEMBER: "See team members",
  MANAGE_TEAM_MEMBER: "Change and remove team members",
  MANAGE_MEMBER_ROLE: "Change a member's role",
  BROWSE_ROLES: "See roles",
  MANAGE_ROLES: "Create and change roles",
  BROWSE_WEBHOOKS: "See webhooks and deliveries",
  MANAGE_WEBHOOKS: "Change, test and replay webhooks",
  BROWSE_AUDIT_LOG: "See the audit log",
} as const;

export type Permission = keyof typeof permissions;

/** Published permissions of services that do not exist here. Roles accept them and leave them out. Decision 0130. */
export const unusedPermissions = ["MANAGE_AIRTIME"] as const;

const isUsed = (name: string): name is Permission => name in permissions;
/** The permissions of `names` that open something here. */
export const usedPermissions = (names: readonly string[]): Permission[] => names.filter(isUsed);

export const builtInRoles = ["MainMerchant", "Admin", "Operator", "Support"] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

const all = Object.keys(permissions) as Permission[];
const browse: readonly Permission[] = [
  "BROWSE_CUSTOMERS",
  "BROWSE_CUSTOMER_WALLETS",
  "BROWSE_TRANSACTIONS",
  "BROWSE_MERCHANT_WALLET",
  "BROWSE_WEBHOOKS",
];

export const permissionsOfRole: Record<BuiltInRole, readonly Permission[]> = {
  MainMerchant: all,
  Admin: all,
  Operator: [
    ...browse,
    "CREATE_CUSTOMER_WALLET",
    "WALLET_CREDIT_DEBIT",
    "MANAGE_TRANSFER",
    "TRANSFER_TO_BANK",
    "FREEZE_WALLET",
    "ISSUE_CARD",
  ],
  Support: browse,
};

const neverForKeys: readonly Permission[] = [
  "MANAGE_BALANCE_SETTLEMENT",
  "APPROVE_TRANSFER",
  "SWITCH_ACCOUNT_MODE",
  "BROWSE_KEYS",
  "GENERATE_KEYS",
  "INVITE_TEAM_MEMBER",
  "BROWSE_TEAM_MEMBER",
  "MANAGE_TEAM_MEMBER",
  "MANAGE_MEMBER_ROLE",
  "BROWSE_ROLES",
  "MANAGE_ROLES",
];

/** The permissions of a merchant private key: all except team, keys, mode and approvals. API 2. */
export const permissionsOfKeys: readonly Permission[] = all.filter((permission) => !neverForKeys.includes(permission));

/** Whether `held` satisfies `needed`: one permission, or any one of several. */
export function holdsPermission(held: readonly string[], needed: Permission | readonly Permission[] | null): boolean {
  if (needed === null) return true;
  const wanted: readonly Permission[] = typeof needed === "string" ? [needed] : needed;
  return wanted.some((permission) => held.includes(permission));
}
