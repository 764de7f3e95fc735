import { ForbiddenPage } from "../../../components/layout/page/forbidden-page.tsx";
import { texts } from "../texts.ts";

export const metadata = { title: texts.notAllowed };

export default function Forbidden() {
  return <ForbiddenPage />;
}
