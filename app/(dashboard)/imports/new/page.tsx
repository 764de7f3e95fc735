import { NewImport } from "../../../../components/imports/wizard/new-import.tsx";
import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.newImport };

export default async function NewImportPage() {
  const session = await requireSession();
  if (!can(session, ["BROWSE_TRANSACTIONS", "BROWSE_CUSTOMER_WALLETS"])) {
    return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  }
  return <NewImport />;
}
