import type { CreatedCustomer, CreatedWallet } from "../../../../contract/wallet-creation.ts";
import type { NewCustomer } from "../../../db/customers/customers.ts";
import type { NewWallet } from "../../../db/wallets/wallets.ts";
import type { Tenant } from "../../context.ts";
import { maskedNumber } from "../../customers/customer-view.ts";
import { localPhoneNumber } from "../../phone-number.ts";
import { accountReference } from "../wallet-view.ts";

/** The payload of `POST /wallet` without the envelope. Wire 4.20. */
export type WalletCreationReply = { customer: CreatedCustomer; wallet: CreatedWallet };

type Created = {
  customer: NewCustomer;
  wallet: NewWallet;
  tier: 1 | 2 | 3;
  bank: { bankCode: string; bankName: string };
};

/** A new customer and the wallet in wire form. */
export function walletCreationView(tenant: Tenant, { customer, wallet, tier, bank }: Created): WalletCreationReply {
  const at = customer.at.toISOString();
  const common = { email: customer.email, currency: "NGN", mode: tenant.mode, createdAt: at, updatedAt: at } as const;
  return {
    customer: {
      ...common,
      id: customer.id,
      bvn: maskedNumber(customer.bvn?.last4 ?? null),
      firstName: customer.firstName,
      lastName: customer.lastName,
      BVNFirstName: customer.bvnFirstName,
      BVNLastName: customer.bvnLastName,
      nameMatch: customer.nameMatch,
      dateOfBirth: customer.dateOfBirth,
      phoneNumber: localPhoneNumber(customer.phoneNumber),
      address: customer.address,
      MerchantId: tenant.merchantId,
      tier: `TIER_${tier}`,
      metadata: customer.metadata,
    },
    wallet: {
      ...common,
      ...bank,
      id: wallet.id,
      walletId: wallet.id,
      updated: false,
      customerId: customer.id,
      walletType: "Customers",
      accountName: wallet.accountName,
      accountNumber: wallet.accountNumber,
      accountReference: accountReference(wallet.id),
      bookedBalance: 0,
      availableBalance: 0,
      status: wallet.freeze ? "FROZEN" : "ACTIVE",
      reason: wallet.freeze?.reason ?? null,
    },
  };
}
