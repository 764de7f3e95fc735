"use client";

import { FlaskConical } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { texts } from "./texts.ts";

const FundWalletSheet = lazySheet(() => import("./fund-wallet-sheet.tsx").then((module) => module.FundWalletSheet));

/** Adds test money to the merchant wallet. Absent in production, which has no such call, and for roles that may not. Dashboard 2.5. */
export function FundWalletButton() {
  const session = useSession();
  const [sheet, setSheet] = useQueryState("sheet", parseAsStringLiteral(["fund"]));
  const mayFund = can(session, "UPDATE_MERCHANT_DETAIL");
  if (session.mode !== "SANDBOX" || !mayFund) return null;
  return (
    <>
      <Button variant="primary" icon={FlaskConical} aria-haspopup="dialog" onClick={() => void setSheet("fund")}>
        {texts.addSandboxFunds}
      </Button>
      <FundWalletSheet isOpen={sheet === "fund"} onClose={() => void setSheet(null)} />
    </>
  );
}
