import { CardPage } from "../../../../components/cards/card-page.tsx";
import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.card };

export default async function OneCardPage({ params }: { params: Promise<{ id: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_CUSTOMER_WALLETS")) return <ForbiddenPage permission="BROWSE_CUSTOMER_WALLETS" />;
  return <CardPage id={(await params).id} />;
}
