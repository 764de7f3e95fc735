import type { LowBalance, WalletFreeze } from "../../../../contract/auth.ts";
import type { FirstSteps } from "../../../../contract/preferences.ts";
import type { MembershipRow } from "../../../db/auth/sign-in.ts";
import { localPhoneNumber } from "../../phone-number.ts";
import { roleOf } from "../membership.ts";
import type { TokenPair } from "./tokens.ts";

/** The answer of login and refresh (Wire 4.20): the person, the merchant and the pair of tokens. */
export function sessionReply(membership: MembershipRow, all: readonly MembershipRow[], pair: TokenPair) {
  const role = membership.role;
  return {
    data: {
      id: membership.userId,
      role,
      email: membership.email,
      firstName: membership.firstName,
      lastName: membership.lastName,
      mode: membership.mode,
      createdAt: membership.userCreatedAt.toISOString(),
      updatedAt: membership.userUpdatedAt.toISOString(),
      accessToken: pair.accessToken,
      refreshToken: pair.refreshToken,
      expiresAt: pair.accessExpiresAt.toISOString(),
    },
    merchant: {
      id: membership.merchantId,
      email: membership.merchantEmail,
      firstName: membership.firstName,
      lastName: membership.lastName,
      businessName: membership.businessName,
      businessType: membership.businessType,
      mode: membership.mode,
      role,
      owner: role === "MainMerchant",
      review: membership.review,
      callbackURL: membership.callbackUrl,
      sandboxCallbackURL: membership.sandboxCallbackUrl,
      parentMerchant: null,
      canDebitCustomer: membership.canDebitCustomer,
      createdAt: membership.merchantCreatedAt.toISOString(),
      updatedAt: membership.merchantUpdatedAt.toISOString(),
    },
    availableMerchants: all.map((one) => ({ id: one.merchantId, role: one.role, name: one.businessName })),
    hasMultipleMerchants: all.length > 1,
  };
}

/** `GET /user/profile` (Wire 5): the person, their merchant and their permissions. */
export function profileReply(
  membership: MembershipRow,
  {
    walletFreeze,
    lowBalance,
    changesToDecide,
    firstSteps,
  }: {
    walletFreeze: WalletFreeze | null;
    lowBalance: LowBalance | null;
    changesToDecide: number;
    firstSteps: FirstSteps;
  },
) {
  return {
    data: {
      id: membership.userId,
      role: membership.role,
      email: membership.email,
      emailConfirmed: membership.emailConfirmedAt !== null,
      firstName: membership.firstName,
      lastName: membership.lastName,
      phoneNumber: membership.phoneNumber && localPhoneNumber(membership.phoneNumber),
      MerchantId: membership.merchantId,
      createdAt: membership.userCreatedAt.toISOString(),
      updatedAt: membership.userUpdatedAt.toISOString(),
      Merchant: {
        id: membership.merchantId,
        email: membership.merchantEmail,
        review: membership.review,
        businessName: membership.businessName,
        canDebitCustomer: membership.canDebitCustomer,
        parentMerchant: null,
        createdAt: membership.merchantCreatedAt.toISOString(),
        mode: membership.mode,
        owner: membership.role === "MainMerchant",
        walletFreeze,
        lowBalance,
      },
      changesToDecide,
      firstSteps,
    },
    permissions: [...roleOf({ roleName: membership.role, permissions: membership.permissions }).permissions],
  };
}

export type SessionReply = ReturnType<typeof sessionReply>;
