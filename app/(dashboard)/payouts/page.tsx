import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { PayoutsList } from "../../../components/payouts/payouts-list.tsx";
import { ButtonLink } from "../../../components/ui/button-link.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.payouts };

export default async function PayoutsPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  return (
    <>
      <PageHead
        title={texts.payouts}
        actions={
          <ButtonLink href="/transactions/new?kind=bank" variant="primary">
            {texts.sendToBank}
          </ButtonLink>
        }
      />
      <PayoutsList />
    </>
  );
}
