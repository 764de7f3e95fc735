import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { TeamPage } from "../../../../components/team/team-page.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.team };

export default async function TeamSettingsPage() {
  const session = await requireSession();
  if (!can(session, "BROWSE_TEAM_MEMBER")) return <ForbiddenPage permission="BROWSE_TEAM_MEMBER" />;
  return <TeamPage />;
}
