import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { MerchantChoice } from "../../contract/auth.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";
import { sendToOtherTabs } from "./tab-messages.ts";

export type OwnMerchant = z.output<typeof MerchantChoice>;

/** The person's merchants; fresh for 5 min. Wire 5. */
export function ownMerchantsQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "me", "merchants"),
    staleTime: FRESH_MS.settings,
    ...readOf(session, { path: "/team/merchants" }, ({ data }: { data: OwnMerchant[] }) => data),
  });
}

/** Switches this session to another merchant. Interrupts other tabs and reloads the page. Wire 5, dashboard 2.3. */
export function useSwitchMerchant() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (merchantId: string) =>
      request(session, { method: "POST", path: "/team/merchants/switch", body: { merchantId } }),
    onSuccess: (_reply, merchantId) => {
      sendToOtherTabs({ kind: "merchant_changed", merchantId });
      queries.clear();
      window.location.assign("/");
    },
  });
}
