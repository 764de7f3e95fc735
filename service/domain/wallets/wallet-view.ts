import type { Wallet, WalletInfo } from "../../../contract/wallets.ts";
import type { CustomerWalletRow, WalletInfoRow } from "../../db/wallets/wallets.ts";
import { koboToWire, koboToWireEdge } from "../../ledger/kobo.ts";
import { localPhoneNumber } from "../phone-number.ts";

/**
 * A customer's wallet in wire form. Nothing is ever reserved, so booked and available balance are equal. Spec 2.1, api
 * 3.
 */
export function walletView(row: CustomerWalletRow): Wallet {
  const balance = koboToWire(row.balance);
  return {
    id: row.id,
    customerId: row.customerId,
    accountNumber: row.accountNumber,
    accountName: row.accountName,
    accountReference: accountReference(row.id),
    bankName: row.bankName,
    bankCode: row.bankCode,
    availableBalance: balance,
    bookedBalance: balance,
    status: row.frozen ? "FROZEN" : "ACTIVE",
    reason: row.freezeReason,
    freezeCause: row.freezeCause,
    frozenAt: row.frozenAt?.toISOString() ?? null,
    postNoCredit: row.postNoCredit,
    tags: row.tags,
    postNoCreditAt: row.postNoCreditAt?.toISOString() ?? null,
    postNoCreditReason: row.postNoCreditReason,
    postNoCreditBy: row.postNoCreditBy,
    tier: `TIER_${row.tier}`,
    dailyLimit: limit(row.dailyLimit),
    singleLimit: limit(row.singleLimit),
    minBalance: koboToWire(row.minBalance),
    maxBalance: limit(row.maxBalance),
    spentToday: koboToWireEdge(row.spentToday),
    isPinSet: row.isPinSet,
    isBVNVerified: row.isBvnVerified,
    isBVNVerificationRequired: !row.isBvnVerified,
    isNINVerified: row.isNinVerified,
    isPhoneVerified: row.isPhoneVerified,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phoneNumber: localPhoneNumber(row.phoneNumber),
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Any wallet of the merchant, without customer-level details. Spec 2.2. */
export function walletInfoView(row: WalletInfoRow): WalletInfo {
  return {
    id: row.id,
    status: row.frozen ? "FROZEN" : "ACTIVE",
    email: row.email,
    accountName: row.accountName,
    availableBalance: koboToWire(row.balance),
    createdAt: row.createdAt.toISOString(),
  };
}

/** The reference by which the bank knows a wallet; derived from its ID, so that it never changes. Wire 3.2. */
export function accountReference(walletId: string): string {
  return `WAL${walletId.replaceAll("-", "").toUpperCase()}`;
}

function limit(kobo: bigint | null): number | null {
  return kobo === null ? null : koboToWire(kobo);
}
