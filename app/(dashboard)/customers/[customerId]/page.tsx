import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { CustomerPage } from "../../../../components/wallets/customers/customer-page.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.customer };

export default async function Page({ params }: { params: Promise<{ customerId: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_CUSTOMERS")) return <ForbiddenPage permission="BROWSE_CUSTOMERS" />;
  return <CustomerPage customerId={decodeURIComponent((await params).customerId)} />;
}
