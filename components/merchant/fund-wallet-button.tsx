"use client";

import { FlaskConical, Lock } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useId } from "react";
import { useSession } from "../../lib/api/session-provider.tsx";
import { formatKobo } from "../../lib/format/money.ts";
import { can } from "../../lib/permissions.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { showToast } from "../ui/toasts.tsx";
import { FundWalletForm } from "./fund-wallet-form.tsx";

/** Play money for the merchant wallet; there is no such thing in production, so the button is absent there. Dashboard 2.5. */
export function FundWalletButton() {
  const session = useSession();
  const id = useId();
  const [sheet, setSheet] = useQueryState("sheet", parseAsStringLiteral(["fund"]));
  if (session.mode !== "SANDBOX") return null;
  const mayFund = can(session, "UPDATE_MERCHANT_DETAIL");
  return (
    <div className="flex w-full flex-col gap-2 md:items-end">
      <Button
        variant="primary"
        icon={mayFund ? FlaskConical : Lock}
        isBlocked={!mayFund}
        aria-describedby={mayFund ? undefined : id}
        aria-haspopup="dialog"
        onClick={() => void setSheet("fund")}
      >
        Add sandbox funds
      </Button>
      {!mayFund && (
        <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs md:max-w-64 md:text-right">
          <Icon of={Lock} size={12} className="mt-0.5" />
          Your role ({session.role}) cannot fund the sandbox. Ask the main merchant or an admin.
        </p>
      )}
      <Sheet title="Add sandbox funds" isOpen={sheet === "fund" && mayFund} onOpenChange={() => void setSheet(null)}>
        <FundWalletForm
          onCancel={() => void setSheet(null)}
          onDone={({ amount, availableBalance }) => {
            void setSheet(null);
            showToast({ title: `${formatKobo(amount)} added. Now ${formatKobo(availableBalance)}` });
          }}
        />
      </Sheet>
    </div>
  );
}
