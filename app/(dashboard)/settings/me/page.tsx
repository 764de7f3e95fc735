import { MePage } from "../../../../components/settings/me/me-page.tsx";

export const metadata = { title: "You" };

export default function MeRoute() {
  return <MePage />;
}
