import { ForbiddenPage } from "../../../../components/layout/forbidden-page.tsx";
import { NewTransfer } from "../../../../components/transfers/new-transfer.tsx";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session.ts";

export const metadata = { title: "New transfer" };

type Search = Partial<Record<"kind" | "from" | "to", string | string[]>>;

export default async function NewTransferPage({ searchParams }: { searchParams: Promise<Search> }) {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  const { kind, from, to } = await searchParams;
  return (
    <NewTransfer kind={kind === "credit" || kind === "debit" ? kind : "transfer"} from={textOf(from)} to={textOf(to)} />
  );
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}
