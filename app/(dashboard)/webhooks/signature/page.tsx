import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { SignatureBoard } from "../../../../components/webhooks/signature/signature-board.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.webhookSignatures };

export default async function SignaturePage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_WEBHOOKS")) return <ForbiddenPage permission="BROWSE_WEBHOOKS" />;
  return <SignatureBoard />;
}
