import { ForbiddenPage } from "../../../../../components/layout/page/forbidden-page.tsx";
import { ReceiptPage } from "../../../../../components/transactions/receipt/receipt-page.tsx";
import { can } from "../../../../../lib/permissions.ts";
import { requireSession } from "../../../../../lib/server/session/require-session.ts";
import { texts } from "../../../texts.ts";

export const metadata = { title: texts.receipt };

export default async function TransactionReceiptPage({ params }: { params: Promise<{ reference: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  return <ReceiptPage reference={decodeURIComponent((await params).reference)} />;
}
