import { ForbiddenPage } from "../../../../../components/layout/page/forbidden-page.tsx";
import { PayoutBatchPage } from "../../../../../components/payouts/batch/payout-batch-page.tsx";
import { can } from "../../../../../lib/permissions.ts";
import { requireSession } from "../../../../../lib/server/session/require-session.ts";
import { texts } from "../../../texts.ts";

export const metadata = { title: texts.batchOfPayouts };

export default async function OnePayoutBatchPage({ params }: { params: Promise<{ batchId: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  const { batchId } = await params;
  return <PayoutBatchPage batchId={decodeURIComponent(batchId)} />;
}
