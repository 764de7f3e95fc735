import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { SubscriptionDetails } from "../../../../components/webhooks/subscriptions/subscription-details.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.subscription };

export default async function OneSubscriptionPage({ params }: { params: Promise<{ id: string }> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_WEBHOOKS")) return <ForbiddenPage permission="BROWSE_WEBHOOKS" />;
  const { id } = await params;
  return <SubscriptionDetails id={decodeURIComponent(id)} />;
}
