"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { trialBalanceQuery } from "../../../lib/api/transactions.ts";
import { can } from "../../../lib/permissions.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { When } from "../../ui/when.tsx";
import { texts } from "./texts.ts";

/** The result of the last ledger check, under the overview's title; renders nothing until it is known. */
export function LedgerNote() {
  const session = useSession();
  const read = useQuery({ ...trialBalanceQuery(session), enabled: can(session, "BROWSE_TRANSACTIONS") });
  if (!read.data) return <span className="min-h-6" />;
  const { balanced, checkedAt } = read.data;
  return (
    <Link
      href="/reconciliation/ledger"
      className="inline-flex min-h-6 items-center gap-1.5 rounded-small hover:text-fg"
    >
      <Icon of={balanced ? CircleCheck : CircleAlert} size={14} className={balanced ? "text-ok" : "text-bad"} />
      {balanced ? texts.ledgerBalanced : <strong className="font-semibold text-bad">{texts.ledgerNotBalanced}</strong>}
      <span className="text-fg-3">
        {texts.checked} <When at={checkedAt} />
      </span>
    </Link>
  );
}
