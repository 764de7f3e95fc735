import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { StatementForm } from "../../../components/transactions/statement/statement-form.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.statements };

export default async function StatementsPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  return (
    <>
      <PageHead title={texts.statements} sub={texts.everyTransactionOfThe} />
      <StatementForm />
    </>
  );
}
