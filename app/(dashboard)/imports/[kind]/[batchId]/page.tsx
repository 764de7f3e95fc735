import { notFound } from "next/navigation";
import { BatchPage } from "../../../../../components/imports/batch/batch-page.tsx";
import { ForbiddenPage } from "../../../../../components/layout/page/forbidden-page.tsx";
import { can } from "../../../../../lib/permissions.ts";
import { requireSession } from "../../../../../lib/server/session/require-session.ts";
import { texts } from "../../../texts.ts";

export const metadata = { title: texts.import };

export default async function OneBatchPage({ params }: { params: Promise<{ kind: string; batchId: string }> }) {
  const { kind, batchId } = await params;
  if (kind !== "create" && kind !== "credit" && kind !== "debit") notFound();
  const session = await requireSession();
  const permission = kind === "create" ? "BROWSE_CUSTOMER_WALLETS" : "BROWSE_TRANSACTIONS";
  if (!can(session, permission)) return <ForbiddenPage permission={permission} />;
  return <BatchPage kind={kind} batchId={decodeURIComponent(batchId)} />;
}
