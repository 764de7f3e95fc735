import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";

export const metadata = { title: "Not allowed" };

export default function Forbidden() {
  return <ForbiddenPage />;
}
