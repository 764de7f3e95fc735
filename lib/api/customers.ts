import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Customer, IdentityFlags, UpdateCustomerBody } from "../../contract/customers.ts";
import type { Wallet } from "../../contract/wallets.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** A customer in full; the last four digits of BVN and NIN. Fresh for 10 s. Api 3. */
export function customerQuery(session: Session, customerId: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "wallets", "record", customerId),
    staleTime: FRESH_MS.wallet,
    ...readOf(
      session,
      { path: `/customer/${encodeURIComponent(customerId)}` },
      ({ customer }: { customer: Customer }) => customer,
    ),
  });
}

/**
 * Updates a customer's name, address or phone number, then invalidates the wallet. Rejects with a `ServiceError`. Api
 * 3.
 */
export function useUpdateCustomer(customerId: string) {
  const session = useSession();
  const invalidate = useInvalidateWallets();
  return useMutation({
    mutationFn: (body: UpdateCustomerBody) => {
      const path = `/customer/${encodeURIComponent(customerId)}` as const;
      return request<{ customer: Customer }>(session, { method: "PUT", path, body });
    },
    onSettled: invalidate,
  });
}

/** The registry's record for a BVN, with only four digits of the number. */
export type RegistryRecord = { firstName: string; lastName: string; dateOfBirth: string; phoneNumber: string };

export type BvnComparison = RegistryRecord & { match: boolean; score: number };

/**
 * Looks up a BVN and checks whether it matches this customer. Changes nothing. Both calls are POSTs, so that the
 * number appears in no URL. @throws {ServiceError} `registry_unavailable`, or 400 when the registry does not know the
 * number
 */
export async function compareBvn(
  session: Session,
  { customerId, bvn }: { customerId: string; bvn: string },
): Promise<BvnComparison> {
  const lookup = { method: "POST", base: "/api/kyc", isReadOnly: true } as const;
  const { data } = await request<{ data: RegistryRecord }>(session, { ...lookup, path: "/lookup", body: { bvn } });
  const body = { bvn, customerId };
  const verdict = await request<{ data: { match: boolean; score: number } }>(session, {
    ...lookup,
    path: "/match",
    body,
  });
  const { firstName, lastName, dateOfBirth, phoneNumber } = data;
  return { firstName, lastName, dateOfBirth, phoneNumber, ...verdict.data };
}

/** A BVN or NIN. */
export type IdentityNumber = { kind: "bvn" | "nin"; digits: string };

/** Links a BVN or NIN to a customer. A failed check is a successful call: it freezes the wallet. Spec 3.1, 4.17. */
export async function linkIdentity(
  session: Session,
  { customerId, number }: { customerId: string; number: IdentityNumber },
): Promise<IdentityFlags> {
  const path = `/customer/${number.kind}` as const;
  const body = { customerId, [number.kind]: number.digits };
  return (await request<{ data: IdentityFlags }>(session, { method: "PATCH", path, body })).data;
}

/** Moves a customer to a tier, then invalidates the wallet. Spec 3.3, 4.17. */
export function useChangeTier(customerId: string) {
  const session = useSession();
  const invalidate = useInvalidateWallets();
  return useMutation({
    mutationFn: (tier: Wallet["tier"]) =>
      request<{ message?: string }>(session, { method: "PATCH", path: "/customer/tier", body: { customerId, tier } }),
    onSettled: invalidate,
  });
}

/** Invalidates all wallet and customer data after a write, including a failed or unanswered one. */
export function useInvalidateWallets(): () => void {
  const session = useSession();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: queryKeyOf(session, "wallets") });
}
