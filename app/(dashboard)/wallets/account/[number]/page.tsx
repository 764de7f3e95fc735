import { ForbiddenPage } from "../../../../../components/layout/page/forbidden-page.tsx";
import { AccountRedirect } from "../../../../../components/wallets/list/account-redirect.tsx";
import { can } from "../../../../../lib/permissions.ts";
import { requireSession } from "../../../../../lib/server/session/require-session.ts";
import { texts } from "../../../texts.ts";

export const metadata = { title: texts.wallet };

export default async function AccountPage({ params }: { params: Promise<{ number: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_CUSTOMER_WALLETS")) return <ForbiddenPage permission="BROWSE_CUSTOMER_WALLETS" />;
  const { number } = await params;
  return <AccountRedirect number={decodeURIComponent(number)} />;
}
