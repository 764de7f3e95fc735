import { CardsList } from "../../../components/cards/cards-list.tsx";
import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.cards };

export default async function CardsPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_CUSTOMER_WALLETS")) return <ForbiddenPage permission="BROWSE_CUSTOMER_WALLETS" />;
  return (
    <>
      <PageHead title={texts.cards} />
      <CardsList />
    </>
  );
}
