import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { BalanceAlert } from "../../contract/balance-alert.ts";
import type { Metadata } from "../../contract/envelope.ts";
import type { merchantAccountEndpoints } from "../../contract/merchant-account.ts";
import type { MerchantSettings, merchantSettingsEndpoints } from "../../contract/merchant-settings.ts";
import { can, type Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";
import { sendToOtherTabs } from "./tab-messages.ts";

export type MerchantProfile = z.output<typeof merchantSettingsEndpoints.getMerchantProfile.reply>["data"];
export type SettingsChange = z.input<typeof merchantSettingsEndpoints.updateSettings.body>;
export type AccessKey = z.output<typeof merchantAccountEndpoints.listAccessKeys.reply>["data"][number];

/** The merchant's profile and the state of the platform's review; fresh for 5 min. Wire 5. */
export function merchantProfileQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "merchant", "profile"),
    staleTime: FRESH_MS.settings,
    ...readOf(session, { path: "/merchant/profile" }, ({ data }: { data: MerchantProfile }) => data),
  });
}

/**
 * Updates settings that the merchant controls and stores the response. Updates run one at a time, so that the last
 * response is the current state. Api 6.
 */
export function useUpdateSettings() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    scope: { id: "settings" },
    mutationFn: async (change: SettingsChange): Promise<MerchantSettings> =>
      (
        await request<{ data: MerchantSettings }>(session, {
          method: "PATCH",
          path: "/merchant/settings",
          body: change,
        })
      ).data,
    onSuccess: (settings) => {
      queries.setQueryData(queryKeyOf(session, "merchant", "settings"), settings);
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, "changes") });
      // The webhook settings contain the same callback URLs and webhook mode.
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, "webhooks", "settings") });
    },
  });
}

/** Freezes all wallets of the mode shown in an emergency, or releases them. Every page shows wallets, so all reads repeat. */
export function useFreezeAllWallets() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ isFrozen, reason }: { isFrozen: boolean; reason: string }) =>
      request(session, {
        method: "POST",
        path: isFrozen ? "/merchant/wallets/freeze-all" : "/merchant/wallets/release-all",
        body: { reason },
      }),
    onSettled: () => queries.invalidateQueries(),
  });
}

/** Active keys and their use, without the private key; fresh for 30 s. Dashboard 5.11. */
export function accessKeysQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "merchant", "keys"),
    staleTime: FRESH_MS.list,
    ...readOf(session, { path: "/merchant/access-keys" }, ({ data }: { data: AccessKey[] }) => data),
  });
}

/** The number of running batches and uploads: a mode switch does not move them to the other mode. Api 5. */
export function runningBatchesQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "batches", "running"),
    staleTime: FRESH_MS.list,
    queryFn: async ({ signal }): Promise<number> => {
      const query = { status: "processing", page: 1, perPage: 1 };
      const count = async (path: `/${string}`) =>
        (await request<{ metadata: Metadata }>(session, { path, query, signal })).metadata.totalRecords;
      const ofMoney = count("/wallet/bulk-credit-customer-records");
      if (!can(session, "BROWSE_CUSTOMER_WALLETS")) return ofMoney;
      const [money, wallets] = await Promise.all([ofMoney, count("/wallet/bulk-create-customers")]);
      return money + wallets;
    },
  });
}

/**
 * Switches the account, with every key and session, to the other mode. Interrupts other tabs, clears the cache and
 * reloads the page. Spec 4.20, dashboard 5.9.
 */
export function useSwitchMode() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mode: Session["mode"]) =>
      request(session, { method: "POST", path: "/merchant/account-mode", body: { mode } }),
    onSuccess: (_reply, mode) => {
      sendToOtherTabs({ kind: "mode_changed", merchantId: session.merchantId, mode });
      queries.clear();
      window.location.reload();
    },
  });
}

/** The low-balance alert of the merchant wallet in the mode shown; `null` without one. Fresh for 5 min. Decision 0102. */
export function balanceAlertQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "merchant", "balance-alert"),
    staleTime: FRESH_MS.settings,
    ...readOf(session, { path: "/merchant/balance-alert" }, ({ alert }: { alert: BalanceAlert | null }) => alert),
  });
}

/** Sets the alert, or removes it without a threshold (kobo). The banner of every page follows. Decision 0102. */
export function useUpdateBalanceAlert() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: { threshold: number | null; memberIds: readonly string[] | null }) =>
      (
        await request<{ alert: BalanceAlert | null }>(session, {
          method: "PUT",
          path: "/merchant/balance-alert",
          body,
        })
      ).alert,
    onSuccess: (alert) => {
      queries.setQueryData(queryKeyOf(session, "merchant", "balance-alert"), alert);
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, "frame") });
    },
  });
}
