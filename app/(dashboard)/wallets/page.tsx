import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { CreateWalletLink } from "../../../components/wallets/create/create-wallet-link.tsx";
import { WalletsList } from "../../../components/wallets/list/wallets-list.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.wallets };

export default async function WalletsPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_CUSTOMER_WALLETS")) return <ForbiddenPage permission="BROWSE_CUSTOMER_WALLETS" />;
  return (
    <>
      <PageHead title={texts.wallets} actions={<CreateWalletLink />} />
      <WalletsList />
    </>
  );
}
