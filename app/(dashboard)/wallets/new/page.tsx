import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { CreateWallet } from "../../../../components/wallets/create/create-wallet.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.newWallet };

export default async function NewWalletPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_CUSTOMER_WALLETS")) return <ForbiddenPage permission="BROWSE_CUSTOMER_WALLETS" />;
  return <CreateWallet />;
}
