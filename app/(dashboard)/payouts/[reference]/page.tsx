import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { PayoutPage } from "../../../../components/payouts/payout-page.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.payout };

export default async function OnePayoutPage({ params }: { params: Promise<{ reference: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  const { reference } = await params;
  return <PayoutPage reference={decodeURIComponent(reference)} />;
}
