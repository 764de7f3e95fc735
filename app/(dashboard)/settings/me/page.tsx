import { WeeklyMailSwitch } from "../../../../components/insights/customers/weekly-mail-switch.tsx";
import { MePage } from "../../../../components/settings/me/me-page.tsx";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.you };

export default function MeRoute() {
  return <MePage weeklyMail={<WeeklyMailSwitch />} />;
}
