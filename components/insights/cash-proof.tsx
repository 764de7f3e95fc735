import { CircleAlert, CircleCheck } from "lucide-react";
import type { CashPosition } from "../../contract/insights.ts";
import { clockTime, dayText as instantDay } from "../../lib/format/instant.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { Callout } from "../ui/callout.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { useShownZone } from "../ui/use-shown-zone.ts";
import { texts } from "./texts.ts";

export const LEDGER = "/reconciliation/ledger";

/** Whether the cash position equals the books. Decision 0140. */
export function CashProof({ proof }: { proof: CashPosition["proof"] }) {
  const zone = useShownZone();
  const { status, difference, ledgerBalanced, ledgerCheckedAt } = proof;
  const checked =
    ledgerCheckedAt && `${instantDay(ledgerCheckedAt, zone)} ${clockTime(ledgerCheckedAt, zone).slice(0, 5)}`;
  if (status === "DIFFERENT" || ledgerBalanced === false) {
    return (
      <Callout
        role="alert"
        tone="bad"
        icon={CircleAlert}
        title={
          status === "DIFFERENT"
            ? texts.theSumsDiffer(formatKobo(difference, { signed: true }))
            : texts.theLedgerIsNotBalanced(checked ?? "")
        }
      >
        <Link href={LEDGER} className="underline underline-offset-2">
          {texts.openTheLedger}
        </Link>
      </Callout>
    );
  }
  if (status === "PENDING") return texts.sumsAreCatchingUp;
  return (
    <Link href={LEDGER} className="inline-flex items-center gap-1.5 rounded-small hover:text-fg">
      <Icon of={CircleCheck} size={12} className="text-ok" />
      {checked ? texts.equalsTheBooks(checked) : texts.equalsTheBalances}
    </Link>
  );
}
