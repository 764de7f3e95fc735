import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { SubscriptionsBoard } from "../../../components/webhooks/subscriptions/subscriptions-board.tsx";
import { can } from "../../../lib/permissions.ts";
import { requireSession } from "../../../lib/server/session/require-session.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.webhooks };

export default async function WebhooksPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_WEBHOOKS")) return <ForbiddenPage permission="BROWSE_WEBHOOKS" />;
  return <SubscriptionsBoard />;
}
