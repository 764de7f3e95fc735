import type { Profile, WalletFreeze } from "../contract/auth.ts";
import { type BuiltInRole, holdsPermission, type Permission } from "../contract/permissions.ts";

/** The signed-in member as the browser knows them. Contains no token. Dashboard 3. */
export type Session = {
  userId: string;
  email: string;
  /** Whether somebody who reads the mail of this address acts for it. Decision 0076. */
  emailConfirmed: boolean;
  firstName: string;
  lastName: string;
  role: string;
  permissions: readonly Permission[];
  merchantId: string;
  merchantName: string;
  mode: "SANDBOX" | "PRODUCTION";
};

/** What the frame of every page shows beside the session. Not in the cookie, which must stay small. */
export type FrameFacts = {
  /** The emergency freeze of all wallets of the mode. Decision 0074. */
  walletFreeze: WalletFreeze | null;
  /** Requested changes of access that this member may agree to or decline. Decision 0073. */
  changesToDecide: number;
};

export function frameFactsOf({ data }: Pick<Profile, "data">): FrameFacts {
  return { walletFreeze: data.Merchant.walletFreeze, changesToDecide: data.changesToDecide };
}

/** Whether to offer an action; the service checks again on every call. `null` requires only a session. */
export function can(session: Session, permission: Permission | readonly Permission[] | null): boolean {
  return holdsPermission(session.permissions, permission);
}

type Condition =
  | { permission: Permission | readonly Permission[]; refusal: string }
  | { roles: readonly BuiltInRole[]; refusal: string };

/**
 * Actions on wallets and customers with their conditions; a test compares them with the contract. `refusal` completes
 * the sentence "Your role (Support)". Dashboard 2.1.
 */
export const walletActions = {
  createWallet: { permission: "CREATE_CUSTOMER_WALLET", refusal: "cannot create wallets." },
  freezeWallet: {
    permission: ["ENABLE_DISABLE_WALLET", "FREEZE_WALLET"],
    refusal: "can see wallets but not freeze them.",
  },
  enableWallet: {
    permission: "ENABLE_DISABLE_WALLET",
    refusal: "cannot enable wallets. Ask the main merchant or an admin.",
  },
  setPostNoCredit: {
    roles: ["MainMerchant", "Admin"],
    refusal: "cannot do this. Only MainMerchant or Admin can block or allow credits.",
  },
  setTransactionPin: {
    permission: "SET_TRANSACTION_PIN",
    refusal: "cannot set transaction PINs. Ask the main merchant or an admin.",
  },
  verifyIdentity: {
    permission: "BVN_VERIFICATION",
    refusal: "cannot check identities or change tiers. Ask the main merchant or an admin.",
  },
  updateCustomer: {
    permission: "UPDATE_CUSTOMERS",
    refusal: "cannot edit customers. Ask the main merchant or an admin.",
  },
  creditOrDebit: {
    permission: "WALLET_CREDIT_DEBIT",
    refusal: "cannot submit credits or debits. Ask the main merchant or an admin.",
  },
  submitTransfer: { permission: "MANAGE_TRANSFER", refusal: "cannot submit transfers." },
  sendToBank: {
    permission: "TRANSFER_TO_BANK",
    refusal: "cannot send money to banks. Ask the main merchant or an admin.",
  },
} as const satisfies Record<string, Condition>;

export type WalletAction = keyof typeof walletActions;

/** Why this member may not do it, as a sentence; `null` if they may. The service checks again on every call. */
export function refusalOf(session: Session, action: WalletAction): string | null {
  const condition: Condition = walletActions[action];
  const isAllowed =
    "roles" in condition ? condition.roles.some((role) => role === session.role) : can(session, condition.permission);
  return isAllowed ? null : `Your role (${session.role}) ${condition.refusal}`;
}
