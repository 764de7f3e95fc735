import { WalletPayIn } from "../../../../components/bank-credits/pay-in-card.tsx";
import { WalletCards } from "../../../../components/cards/wallet-cards.tsx";
import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { WalletTransactionsTab } from "../../../../components/transactions/list/wallet-transactions-tab.tsx";
import { WalletDetails } from "../../../../components/wallets/page/wallet-details.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.wallet };

export default async function WalletPage({ params }: { params: Promise<{ customerId: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_CUSTOMER_WALLETS")) return <ForbiddenPage permission="BROWSE_CUSTOMER_WALLETS" />;
  const customerId = decodeURIComponent((await params).customerId);
  return (
    <WalletDetails
      customerId={customerId}
      transactions={<WalletTransactionsTab customerId={customerId} />}
      cards={<WalletCards customerId={customerId} />}
      payIn={<WalletPayIn customerId={customerId} />}
    />
  );
}
