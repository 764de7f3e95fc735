import type { Customer } from "../../contract/customers.ts";
import type { MerchantWallet } from "../../contract/merchant.ts";
import { type BuiltInRole, permissionsOfRole } from "../../contract/permissions.ts";
import type { TrialBalance } from "../../contract/transactions.ts";
import type { WalletActivity } from "../../contract/wallet-activity.ts";
import type { CreatedCustomer, CreatedWallet } from "../../contract/wallet-creation.ts";
import type { Wallet, WalletInfo } from "../../contract/wallets.ts";
import type { Session } from "../../lib/permissions.ts";

/** Replies of the service for component tests; `replies.test.ts` checks them against the contract. */

const CUSTOMER = "0190a000-0000-7000-8000-000000000001";
const WALLET = "0190a000-0000-7000-8000-000000000002";
const AT = "2026-11-19T12:41:00.000Z";

export function aSession(role: BuiltInRole = "Admin", changes: Partial<Session> = {}): Session {
  return {
    userId: "0190a000-0000-7000-8000-00000000000a",
    email: "admin@demo.example",
    emailConfirmed: true,
    firstName: "Tólá",
    lastName: "Bánkọ́lé",
    role,
    permissions: permissionsOfRole[role],
    merchantId: "0190a000-0000-7000-8000-00000000000b",
    merchantName: "Ada Ventures",
    mode: "SANDBOX",
    ...changes,
  };
}

export function aWallet(changes: Partial<Wallet> = {}): Wallet {
  return {
    id: WALLET,
    customerId: CUSTOMER,
    accountNumber: "2204510003",
    accountName: "Ìfẹ́olúwa Adéṣínà",
    accountReference: "WAL0190A000",
    bankName: "Example Microfinance Bank",
    bankCode: "090001",
    availableBalance: 18_425_000,
    bookedBalance: 18_425_000,
    status: "ACTIVE",
    reason: null,
    freezeCause: null,
    frozenAt: null,
    postNoCredit: false,
    postNoCreditAt: null,
    postNoCreditReason: null,
    postNoCreditBy: null,
    tags: [],
    tier: "TIER_2",
    dailyLimit: 20_000_000,
    singleLimit: 10_000_000,
    minBalance: 0,
    maxBalance: 50_000_000,
    spentToday: 6_240_000,
    isPinSet: true,
    isBVNVerified: true,
    isBVNVerificationRequired: false,
    isNINVerified: false,
    isPhoneVerified: true,
    firstName: "Ìfẹ́olúwa",
    lastName: "Adéṣínà",
    email: "ifeoluwa@mail.example",
    phoneNumber: "08000000142",
    address: null,
    createdAt: AT,
    updatedAt: AT,
    ...changes,
  };
}

export function aFrozenWallet(changes: Partial<Wallet> = {}): Wallet {
  const reason = "Court order: handed in by legal.";
  return aWallet({ status: "FROZEN", reason, freezeCause: "staff", frozenAt: AT, ...changes });
}

/** As the proxy relays it: the last four digits of the BVN. */
export function aCustomer(changes: Partial<Customer> = {}): Customer {
  return {
    id: CUSTOMER,
    bvn: "*******4821",
    nin: null,
    firstName: "Ìfẹ́olúwa",
    lastName: "Adéṣínà",
    BVNFirstName: "Ifeoluwa",
    BVNLastName: "Adesina",
    nameMatch: true,
    email: "ifeoluwa@mail.example",
    phoneNumber: "08000000142",
    dateOfBirth: "1988-03-07",
    address: null,
    tier: "TIER_2",
    isBVNVerified: true,
    isBVNVerificationRequired: false,
    isNINVerified: false,
    isPhoneVerified: true,
    metadata: {},
    walletId: WALLET,
    accountNumber: "2204510003",
    createdAt: AT,
    updatedAt: AT,
    ...changes,
  };
}

export function aCreatedWallet(changes: Partial<CreatedWallet> = {}): {
  customer: CreatedCustomer;
  wallet: CreatedWallet;
} {
  const { id, bvn, firstName, lastName, BVNFirstName, BVNLastName, nameMatch, dateOfBirth } = aCustomer();
  const { phoneNumber, email, address, metadata, createdAt, updatedAt } = aCustomer();
  return {
    customer: {
      ...{ id, bvn, firstName, lastName, BVNFirstName, BVNLastName, nameMatch, dateOfBirth },
      ...{ phoneNumber, email, address, metadata, createdAt, updatedAt },
      tier: "TIER_1",
      currency: "NGN",
      mode: "SANDBOX",
      MerchantId: "0190a000-0000-7000-8000-00000000000b",
    },
    wallet: {
      id: WALLET,
      walletId: WALLET,
      updated: false,
      customerId: CUSTOMER,
      walletType: "Customers",
      mode: "SANDBOX",
      email,
      currency: "NGN",
      bankName: "Example Microfinance Bank",
      bankCode: "090001",
      accountName: `${firstName} ${lastName}`,
      accountNumber: "2204510003",
      accountReference: "WAL0190A000",
      bookedBalance: 0,
      availableBalance: 0,
      status: "ACTIVE",
      reason: null,
      createdAt,
      updatedAt,
      ...changes,
    },
  };
}

export function aWalletInfo(): WalletInfo {
  return {
    id: WALLET,
    status: "ACTIVE",
    email: "money@ada.example",
    accountName: "Ada Ventures",
    availableBalance: 100_000,
    createdAt: AT,
  };
}

export function aMerchantWallet(): MerchantWallet {
  return {
    id: WALLET,
    email: "money@ada.example",
    bankName: "Example Microfinance Bank",
    bankCode: "090001",
    accountName: "Ada Ventures",
    businessName: "Ada Ventures",
    accountNumber: "2200000017",
    bookedBalance: 4_821_693_075,
    availableBalance: 4_821_693_075,
    heldBalance: 1_507_688,
    accountReference: "WAL0190A001",
    createdAt: AT,
    updatedAt: AT,
  };
}

export function aTrialBalance(changes: Partial<TrialBalance> = {}): TrialBalance {
  return {
    checkedAt: AT,
    balanced: true,
    accounts: 44,
    entries: 1_407,
    newEntries: 3,
    total: "0",
    problems: [],
    chain: {
      head: { number: 812, hash: "5f".repeat(32), sealedAt: AT },
      verifiedThrough: 811,
      verifiedAt: AT,
      problems: [],
    },
    ...changes,
  };
}

const by = { at: AT, actorKind: "member", actorName: "Chidi Ọbiọra" } as const;

export const someActivity: WalletActivity[] = [
  {
    ...by,
    id: "0190a000-0000-7000-8000-000000000011",
    kind: "transaction",
    reason: null,
    category: "WALLET_TO_WALLET_TRANSFER",
    narration: null,
    note: null,
    amount: -2_501_000,
    fee: 1_000,
    balanceAfter: 18_425_000,
    reference: "TRF-0190A00000000011",
    counterparty: { name: "Chịnaza Ọkọnkwọ", accountNumber: "2204590504" },
  },
  {
    ...by,
    id: "0190a000-0000-7000-8000-000000000012",
    kind: "audit",
    tier: null,
    action: "wallet.freeze",
    reason: "Court order",
  },
  {
    ...by,
    id: "0190a000-0000-7000-8000-000000000013",
    kind: "audit",
    tier: null,
    action: "wallet.create",
    reason: null,
  },
];
