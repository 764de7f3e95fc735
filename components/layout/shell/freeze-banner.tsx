"use client";

import { Snowflake } from "lucide-react";
import { useFrameFacts } from "../../../lib/api/frame-facts.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { texts } from "./texts.ts";

/** Says on every page that all wallets are frozen, from whom and why. Decision 0074. */
export function FreezeBanner() {
  const session = useSession();
  const freeze = useFrameFacts()?.walletFreeze;
  return (
    <div role="status">
      {freeze && (
        <p className="flex items-start gap-2 border-b bg-ice-tint px-pad py-2 font-medium text-ice">
          <Icon of={Snowflake} className="mt-0.5" />
          <span className="min-w-0 break-words">
            {texts.allWalletsAreFrozen(freeze.by, freeze.reason)}{" "}
            {session.role === "MainMerchant" && (
              <Link href="/settings/account" className="underline">
                {texts.releaseInSettings}
              </Link>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
