import type { Customer } from "../../../contract/customers.ts";
import type { CustomerRow } from "../../db/customers/customers.ts";
import { localPhoneNumber } from "../phone-number.ts";

/** A customer in wire form. BVN and NIN show only their last four digits. Wire 3.1. */
export function customerView(row: CustomerRow): Customer {
  return {
    id: row.id,
    bvn: maskedNumber(row.bvnLast4),
    nin: maskedNumber(row.ninLast4),
    firstName: row.firstName,
    lastName: row.lastName,
    BVNFirstName: row.bvnFirstName,
    BVNLastName: row.bvnLastName,
    nameMatch: row.nameMatch,
    email: row.email,
    phoneNumber: localPhoneNumber(row.phoneNumber),
    dateOfBirth: row.dateOfBirth,
    address: row.address,
    tier: `TIER_${row.tier}`,
    isBVNVerified: row.isBvnVerified,
    isBVNVerificationRequired: !row.isBvnVerified,
    isNINVerified: row.isNinVerified,
    isPhoneVerified: row.isPhoneVerified,
    metadata: row.metadata ?? {},
    walletId: row.walletId,
    accountNumber: row.accountNumber,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Masks an eleven-digit number to its last four digits. */
export function maskedNumber(last4: string | null): string | null {
  return last4 === null ? null : `*******${last4}`;
}
