import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { PageHead } from "../../../../components/layout/page/page-head.tsx";
import { ModeChip } from "../../../../components/layout/shell/mode-chip.tsx";
import { TrialBalanceReport } from "../../../../components/transactions/ledger/trial-balance-report.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.ledger };

export default async function LedgerPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  return (
    <>
      <PageHead
        title={
          <>
            {texts.ledger} <ModeChip mode={session.mode} />
          </>
        }
        sub={texts.eachAccountModeHas}
      />
      <TrialBalanceReport />
    </>
  );
}
