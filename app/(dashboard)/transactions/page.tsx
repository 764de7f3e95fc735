import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { TransactionsList } from "../../../components/transactions/list/transactions-list.tsx";
import { ButtonLink } from "../../../components/ui/button-link.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.transactions };

export default async function TransactionsPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  return (
    <>
      <PageHead
        title={texts.transactions}
        actions={
          <ButtonLink href="/transactions/new" variant="primary">
            {texts.newPayment}
          </ButtonLink>
        }
      />
      <TransactionsList />
    </>
  );
}
