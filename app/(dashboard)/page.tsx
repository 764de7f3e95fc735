import { OverviewInsights } from "../../components/insights/overview/overview-insights.tsx";
import { PageHead } from "../../components/layout/page/page-head.tsx";
import { SpanSwitch } from "../../components/merchant/days/span-switch.tsx";
import { FundWalletButton } from "../../components/merchant/fund-wallet/fund-wallet-button.tsx";
import { BalanceStat, MovementStats } from "../../components/merchant/overview/merchant-stats.tsx";
import { OverviewBoard } from "../../components/merchant/overview/overview-board.tsx";
import { LedgerNote } from "../../components/transactions/ledger/ledger-note.tsx";
import { Stats } from "../../components/ui/stats.tsx";
import { RecentWalletsList } from "../../components/wallets/list/recent-wallets-list.tsx";
import { texts } from "./texts.ts";

export default function OverviewPage() {
  return (
    <>
      <PageHead
        title={texts.overview}
        sub={<LedgerNote />}
        actions={
          <div className="flex items-start gap-2 max-md:w-full max-md:flex-col">
            <SpanSwitch />
            <FundWalletButton />
          </div>
        }
      />
      <Stats>
        <BalanceStat />
        <MovementStats />
      </Stats>
      <OverviewBoard recent={<Recent />} insights={<OverviewInsights />} />
    </>
  );
}

function Recent() {
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="mb-1 font-semibold text-md">
        {texts.recentWallets}
      </h2>
      <RecentWalletsList most={4} />
    </section>
  );
}
