"use client";

import { FlaskConical, Lock } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useId, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { usePreload } from "../../layout/hooks/use-preload.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

const load = () => import("./fund-wallet-sheet.tsx").then((module) => module.FundWalletSheet);
const FundWalletSheet = dynamic(load, { ssr: false });

/** Adds test money to the merchant wallet. Production has no such call, so the button is absent there. Dashboard 2.5. */
export function FundWalletButton() {
  const session = useSession();
  const id = useId();
  const [sheet, setSheet] = useQueryState("sheet", parseAsStringLiteral(["fund"]));
  const mayFund = can(session, "UPDATE_MERCHANT_DETAIL");
  const isOpen = sheet === "fund" && mayFund;
  const [isUsed, setIsUsed] = useState(false);
  if (isOpen && !isUsed) setIsUsed(true);
  usePreload(load);
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
        Add sandbox funds
      </Button>
      {!mayFund && (
        <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs md:max-w-72">
          <Icon of={Lock} size={12} className="mt-0.5" />
          Your role ({session.role}) cannot fund the sandbox. Ask the main merchant or an admin.
        </p>
      )}
      {isUsed && <FundWalletSheet isOpen={isOpen} onClose={() => void setSheet(null)} />}
    </div>
  );
}
