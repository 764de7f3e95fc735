import type { LowBalance, Profile, WalletFreeze } from "../contract/auth.ts";
import { type BuiltInRole, holdsPermission, type Permission } from "../contract/permissions.ts";
import type { FirstSteps } from "../contract/preferences.ts";
import { texts } from "./texts.ts";

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
  /** The balance of the merchant wallet while it is below its alert. Decision 0102. */
  lowBalance: LowBalance | null;
  /** Requested changes of access that this member may agree to or decline. Decision 0073. */
  changesToDecide: number;
  /** The first steps that this member may take; null once each is done or dismissed. */
  firstSteps: FirstSteps;
};

export function frameFactsOf({ data }: Pick<Profile, "data">): FrameFacts {
  const { walletFreeze, lowBalance } = data.Merchant;
  return { walletFreeze, lowBalance, changesToDecide: data.changesToDecide, firstSteps: data.firstSteps };
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
  createWallet: { permission: "CREATE_CUSTOMER_WALLET", refusal: texts.cannotCreateWallets },
  freezeWallet: {
    permission: ["ENABLE_DISABLE_WALLET", "FREEZE_WALLET"],
    refusal: texts.canSeeWalletsBut,
  },
  enableWallet: {
    permission: "ENABLE_DISABLE_WALLET",
    refusal: texts.cannotEnableWalletsAsk,
  },
  setPostNoCredit: {
    roles: ["MainMerchant", "Admin"],
    refusal: texts.cannotDoThisOnly,
  },
  setTransactionPin: {
    permission: "SET_TRANSACTION_PIN",
    refusal: texts.cannotSetTransactionPins,
  },
  verifyIdentity: {
    permission: "BVN_VERIFICATION",
    refusal: texts.cannotCheckIdentitiesOr,
  },
  updateCustomer: {
    permission: "UPDATE_CUSTOMERS",
    refusal: texts.cannotEditCustomersAsk,
  },
  creditOrDebit: {
    permission: "WALLET_CREDIT_DEBIT",
    refusal: texts.cannotSubmitCreditsOr,
  },
  submitTransfer: { permission: "MANAGE_TRANSFER", refusal: texts.cannotSubmitTransfers },
  sendToBank: {
    permission: "TRANSFER_TO_BANK",
    refusal: texts.cannotSendMoneyTo,
  },
} as const satisfies Record<string, Condition>;

export type WalletAction = keyof typeof walletActions;

/** Why this member may not do it, as a sentence; `null` if they may. The service checks again on every call. */
export function refusalOf(session: Session, action: WalletAction): string | null {
  const condition: Condition = walletActions[action];
  const isAllowed =
    "roles" in condition ? condition.roles.some((role) => role === session.role) : can(session, condition.permission);
  return isAllowed ? null : texts.yourRoleRoleRefusal(session.role, condition.refusal);
}
