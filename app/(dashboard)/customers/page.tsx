import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { CreateWalletLink } from "../../../components/wallets/create/create-wallet-link.tsx";
import { CustomersList } from "../../../components/wallets/customers/customers-list.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.customers };

export default async function CustomersPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_CUSTOMERS")) return <ForbiddenPage permission="BROWSE_CUSTOMERS" />;
  return (
    <>
      <PageHead title={texts.customers} actions={<CreateWalletLink />} />
      <CustomersList />
    </>
  );
}
