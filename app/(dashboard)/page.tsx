import { GettingStarted } from "../../components/layout/getting-started.tsx";
import { PageHead } from "../../components/layout/page-head.tsx";
import { FundWalletButton } from "../../components/merchant/fund-wallet-button.tsx";
import { MerchantStats } from "../../components/merchant/merchant-stats.tsx";
import { BooksStat } from "../../components/transactions/books-stat.tsx";
import { Stats } from "../../components/ui/stats.tsx";
import { RecentWalletsList } from "../../components/wallets/recent-wallets-list.tsx";

export default function OverviewPage() {
  return (
    <>
      <PageHead title="Overview" actions={<FundWalletButton />} />
      <Stats>
        <MerchantStats />
        <BooksStat />
      </Stats>
      <div className="edge-line relative -mx-pad mt-6 -mb-pad grid flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-aside">
        <section aria-labelledby="recent" className="min-w-0 px-pad py-5">
          <h2 id="recent" className="mb-3 font-semibold text-md">
            Recent wallets
          </h2>
          <RecentWalletsList most={8} />
        </section>
        <aside aria-labelledby="start" className="min-w-0 px-pad py-5 max-md:border-t md:border-l">
          <h2 id="start" className="mb-1 font-semibold text-md">
            How to start
          </h2>
          <GettingStarted />
        </aside>
      </div>
    </>
  );
}
