"use client";

import { CircleAlert } from "lucide-react";
import { useFrameFacts } from "../../../lib/api/frame-facts.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { can } from "../../../lib/permissions.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { texts } from "./texts.ts";

/** Says on every page that the merchant wallet is below its alert, with both amounts. Decision 0102. */
export function LowBalanceBanner() {
  const mayChange = can(useSession(), "UPDATE_MERCHANT_DETAIL");
  const low = useFrameFacts()?.lowBalance;
  return (
    <div role="status">
      {low && (
        <p className="flex items-start gap-2 border-b bg-wait-tint px-pad py-2 font-medium text-wait">
          <Icon of={CircleAlert} className="mt-0.5" />
          <span className="min-w-0 break-words">
            {texts.lowBalanceOf(formatKobo(low.balance), formatKobo(low.threshold))}{" "}
            {mayChange && (
              <Link href="/settings/account" className="underline">
                {texts.changeTheAlert}
              </Link>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
