import { KeysPage } from "../../../../components/settings/keys/keys-page.tsx";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.keys };

export default function KeysRoute() {
  return <KeysPage />;
}
