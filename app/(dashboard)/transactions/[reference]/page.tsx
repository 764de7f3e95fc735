import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { TransactionDetails } from "../../../../components/transactions/details/transaction-details.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.transaction };

export default async function TransactionPage({ params }: { params: Promise<{ reference: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  const { reference } = await params;
  return <TransactionDetails reference={decodeURIComponent(reference)} />;
}
