import { ForbiddenPage } from "../../../../components/layout/page/forbidden-page.tsx";
import { MoneyPage } from "../../../../components/transfers/money-page.tsx";
import { pageTitleOf } from "../../../../components/transfers/money-texts.ts";
import type { MoneyKind } from "../../../../lib/api/transfers.ts";
import { can } from "../../../../lib/permissions.ts";
import { requireSession } from "../../../../lib/server/session/require-session.ts";

type Search = Partial<Record<"kind" | "from" | "to", string | string[]>>;
type Props = { searchParams: Promise<Search> };

export async function generateMetadata({ searchParams }: Props) {
  return { title: pageTitleOf(kindOf((await searchParams).kind)) };
}

export default async function NewTransferPage({ searchParams }: Props) {
  const session = await requireSession();
  if (!can(session, "BROWSE_TRANSACTIONS")) return <ForbiddenPage permission="BROWSE_TRANSACTIONS" />;
  const { kind, from, to } = await searchParams;
  return <MoneyPage kind={kindOf(kind)} from={textOf(from)} to={textOf(to)} />;
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

function kindOf(value: Search["kind"]): MoneyKind {
  if (value === "bank") return "payout";
  return value === "credit" || value === "debit" ? value : "transfer";
}
