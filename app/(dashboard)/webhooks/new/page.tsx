import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { NewSubscription } from "../../../../components/webhooks/subscriptions/forms/new-subscription.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.newSubscription };

export default async function NewSubscriptionPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_WEBHOOKS")) return <ForbiddenPage permission="BROWSE_WEBHOOKS" />;
  return <NewSubscription />;
}
