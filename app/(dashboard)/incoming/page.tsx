import { BankCreditsList } from "../../../components/bank-credits/bank-credits-list.tsx";
import { MerchantPayIn } from "../../../components/bank-credits/pay-in-card.tsx";
import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.incoming };

export default async function IncomingPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  return (
    <>
      <PageHead title={texts.incoming} />
      <BankCreditsList />
      <div className="mt-8 max-w-form empty:hidden">
        <MerchantPayIn />
      </div>
    </>
  );
}
