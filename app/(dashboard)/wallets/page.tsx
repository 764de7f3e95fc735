import { ForbiddenPage } from "../../../components/layout/forbidden-page.tsx";
import { PageHead } from "../../../components/layout/page-head.tsx";
import { RecentWalletsList } from "../../../components/wallets/recent-wallets-list.tsx";
import { WalletSearch } from "../../../components/wallets/wallet-search.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session.ts";

export const metadata = { title: "Wallets" };

export default async function WalletsPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_CUSTOMER_WALLETS")) return <ForbiddenPage permission="BROWSE_CUSTOMER_WALLETS" />;
  return (
    <>
      <PageHead title="Wallets" />
      <WalletSearch />
      <section aria-labelledby="recent" className="edge-line relative mt-6 pt-5">
        <h2 id="recent" className="mb-3 font-semibold text-md">
          Recent wallets
        </h2>
        <RecentWalletsList />
      </section>
    </>
  );
}
