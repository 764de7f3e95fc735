import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { ReconciliationPage } from "../../../components/reconciliation/reconciliation-page.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.reconciliation };

export default async function OneDayPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  return <ReconciliationPage />;
}
