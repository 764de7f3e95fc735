import { ImportsList } from "../../../components/imports/list/imports-list.tsx";
import { NewImportButton } from "../../../components/imports/list/new-import-button.tsx";
import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.imports };

export default async function ImportsPage() {
  const session = await requireSession();
  if (!can(session, ["BROWSE_TRANSACTIONS", "BROWSE_CUSTOMER_WALLETS"])) {
    return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  }
  return (
    <>
      <PageHead title={texts.imports} actions={<NewImportButton />} />
      <ImportsList />
    </>
  );
}
