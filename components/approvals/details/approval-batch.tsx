import Link from "next/link";
import type { PendingDetails } from "../../../contract/approvals.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { rowsOf } from "../approval-texts.ts";

/** A batch or upload: number of rows, total, and a link to the rows. Dashboard 5.8. */
export function ApprovalBatch({ details, batchId }: { details: PendingDetails; batchId: string }) {
  const kind = details.type === "DEBIT" ? "debit" : "credit";
  return (
    <div className="mt-4">
      <Facts>
        <Fact name="What it does">
          {kind === "credit" ? "Credits customers from the merchant wallet" : "Debits customers to the merchant wallet"}
        </Fact>
        <Fact name="Rows">{rowsText(details)}</Fact>
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

/** `1,204`; `1,202 of 1,204` if some rows were rejected on upload. */
function rowsText(details: PendingDetails): string {
  const { tried, all } = rowsOf(details);
  if (tried === null) return "–";
  const text = tried.toLocaleString("en-NG");
  return all === null || all === tried ? text : `${text} of ${all.toLocaleString("en-NG")}`;
}
