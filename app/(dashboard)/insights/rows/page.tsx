import { InsightRowsPage } from "../../../../components/insights/rows/insight-rows-page.tsx";
import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.insights };

export default async function RowsBehindAFigurePage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  return <InsightRowsPage />;
}
