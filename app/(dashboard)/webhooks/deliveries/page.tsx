import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { DeliveriesBoard } from "../../../../components/webhooks/deliveries/deliveries-board.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.deliveries };

export default async function DeliveriesPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_WEBHOOKS")) return <ForbiddenPage permission="BROWSE_WEBHOOKS" />;
  return <DeliveriesBoard />;
}
