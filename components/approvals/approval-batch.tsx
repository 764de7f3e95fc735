import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { PendingDetails } from "../../contract/approvals.ts";
import { batchQuery } from "../../lib/api/batches.ts";
import { FRESH_MS } from "../../lib/api/query-keys.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Money } from "../ui/money.tsx";

/** A batch or an upload: how many rows, what they come to, and the way to every one of them. Dashboard 5.8. */
export function ApprovalBatch({ details, batchId }: { details: PendingDetails; batchId: string }) {
  const session = useSession();
  const batch = useQuery({ ...batchQuery(session, "credit", batchId), staleTime: FRESH_MS.wallet }).data;
  const kind = batch?.kind ?? (details.type === "DEBIT" ? "debit" : "credit");
  return (
    <div className="mt-4">
      <Facts>
        <Fact name="What it does">
          {kind === "credit" ? "Credits customers from the merchant wallet" : "Debits customers to the merchant wallet"}
        </Fact>
        <Fact name="Rows">{batch ? batch.total.toLocaleString("en-NG") : "…"}</Fact>
        <Fact name="Total">
          <Money kobo={details.amount} />
        </Fact>
        <Fact name="Batch">
          <Link
            href={`/imports/${kind}/${batchId}`}
            className="rounded-small font-medium underline decoration-line underline-offset-3 hover:decoration-current"
          >
            See its rows
          </Link>
        </Fact>
      </Facts>
    </div>
  );
}
