import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { RolesPage } from "../../../../components/team/roles-page.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.roles };

export default async function RolesSettingsPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_ROLES")) return <ForbiddenPage permission="BROWSE_ROLES" />;
  return <RolesPage />;
}
