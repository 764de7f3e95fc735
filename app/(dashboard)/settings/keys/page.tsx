import { KeysPage } from "../../../../components/settings/keys/keys-page.tsx";

export const metadata = { title: "Keys" };

export default function KeysRoute() {
  return <KeysPage />;
}
