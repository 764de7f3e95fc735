"use client";

import { useQuery } from "@tanstack/react-query";
import { Snowflake } from "lucide-react";
import Link from "next/link";
import { merchantSettingsQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Icon } from "../../ui/icon.tsx";

const REFRESH_MS = 60_000;

/** Says on every page that all wallets are frozen, from whom and why. Decision 0074. */
export function FreezeBanner() {
  const session = useSession();
  const { data } = useQuery({ ...merchantSettingsQuery(session), refetchInterval: REFRESH_MS });
  const freeze = data?.walletFreeze;
  return (
    <div role="status">
      {freeze && (
        <p className="flex items-start gap-2 border-b bg-ice-tint px-pad py-2 font-medium text-ice">
          <Icon of={Snowflake} className="mt-0.5" />
          <span className="min-w-0 break-words">
            All wallets are frozen by {freeze.by}: {freeze.reason}. No customer can pay or be paid.{" "}
            {session.role === "MainMerchant" && (
              <Link href="/settings/account" className="underline">
                Release in Settings
              </Link>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
