"use client";

import { FlaskConical, Lock } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useId } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";

const FundWalletSheet = lazySheet(() => import("./fund-wallet-sheet.tsx").then((module) => module.FundWalletSheet));

/** Adds test money to the merchant wallet. Production has no such call, so the button is absent there. Dashboard 2.5. */
export function FundWalletButton() {
  const session = useSession();
  const id = useId();
  const [sheet, setSheet] = useQueryState("sheet", parseAsStringLiteral(["fund"]));
  const mayFund = can(session, "UPDATE_MERCHANT_DETAIL");
  const isOpen = sheet === "fund" && mayFund;
  if (session.mode !== "SANDBOX") return null;
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
        {texts.addSandboxFunds}
      </Button>
      {!mayFund && (
        <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs md:max-w-72">
          <Icon of={Lock} size={12} className="mt-0.5" />
          {texts.yourRoleRoleCannot(session.role)}
        </p>
      )}
      <FundWalletSheet isOpen={isOpen} onClose={() => void setSheet(null)} />
    </div>
  );
}
