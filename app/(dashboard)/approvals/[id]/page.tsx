import { ApprovalPage } from "../../../../components/approvals/details/approval-page.tsx";
import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.requestForApproval };

export default async function OneApprovalPage({ params }: { params: Promise<{ id: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  const { id } = await params;
  return <ApprovalPage id={decodeURIComponent(id)} />;
}
