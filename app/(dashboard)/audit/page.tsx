import { AuditLog } from "../../../components/audit/audit-log.tsx";
import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.audit };

export default async function AuditPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_AUDIT_LOG")) return <ForbiddenPage permission="BROWSE_AUDIT_LOG" />;
  return <AuditLog />;
}
