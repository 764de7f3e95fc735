import { MerchantPayIn } from "../../../../components/bank-credits/pay-in-card.tsx";
import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { BalanceAlertCard } from "../../../../components/merchant/wallet/balance-alert-card.tsx";
import { MerchantWalletHead } from "../../../../components/merchant/wallet/merchant-wallet-head.tsx";
import { MerchantWalletStats } from "../../../../components/merchant/wallet/merchant-wallet-stats.tsx";
import { MerchantWalletTransactions } from "../../../../components/transactions/list/merchant-wallet-transactions.tsx";
import { WalletBody } from "../../../../components/wallets/page/wallet-body.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.merchantWallet };

export default async function MerchantWalletPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_MERCHANT_WALLET")) return <ForbiddenPage permission="BROWSE_MERCHANT_WALLET" />;
  return (
    <>
      <MerchantWalletHead title={texts.merchantWallet} />
      <MerchantWalletStats />
      <WalletBody
        history={
          <section aria-labelledby="transactions" className="pt-5">
            <h2 id="transactions" className="mb-3 font-semibold text-md">
              {texts.transactions}
            </h2>
            {can(session, "BROWSE_TRANSACTIONS") && <MerchantWalletTransactions />}
          </section>
        }
        facts={
          <>
            <MerchantPayIn />
            <BalanceAlertCard />
          </>
        }
      />
    </>
  );
}
