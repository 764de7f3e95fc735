"use client";

import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";

/** What this person may do to a wallet, and if not, why not in words. Dashboard 2.1. */
export function useWalletRights(): { freezing: string | null; enabling: string | null } {
  const session = useSession();
  const mayFreeze = can(session, ["FREEZE_WALLET", "ENABLE_DISABLE_WALLET"]);
  const mayEnable = can(session, "ENABLE_DISABLE_WALLET");
  return {
    freezing: mayFreeze ? null : `Your role (${session.role}) can see wallets but not freeze them.`,
    enabling: mayEnable
      ? null
      : `Your role (${session.role}) cannot enable wallets. Ask the main merchant or an admin.`,
  };
}
