"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { type AuditLine, auditLineQuery } from "../../lib/api/audit.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Sheet, SheetBody } from "../ui/overlay.tsx";
import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import { AuditLineDetails } from "./audit-line-details.tsx";
import { actionText } from "./audit-words.ts";
import { texts } from "./texts.ts";

/** One entry over the log. The URL contains its ID, so it can be shared. */
export function AuditLineSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const session = useSession();
  // Keeps the content while the sheet closes.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  const read = useQuery({ ...auditLineQuery(session, shown ?? ""), enabled: shown !== null });
  return (
    <Sheet
      title={read.data ? actionText(read.data.action) : texts.lineOfTheLog}
      isOpen={id !== null}
      onOpenChange={onClose}
    >
      {read.data ? <AuditLineDetails line={read.data} /> : <SheetBody>{missing(read)}</SheetBody>}
    </Sheet>
  );
}

type Read = { data: AuditLine | null | undefined; isPending: boolean; error: unknown; refetch: () => unknown };

function missing({ data, isPending, error, refetch }: Read) {
  if (data === null) {
    return (
      <EmptyState icon={SearchX} title={texts.thisLineIsNot}>
        <p>{texts.eachAccountModeHas}</p>
      </EmptyState>
    );
  }
  if (!isPending) return <LoadProblem what={texts.theLine} error={error} onRetry={() => void refetch()} />;
  return (
    <div aria-busy="true" className="grid animate-late gap-5">
      <LoadingNote>{texts.loadingTheLine}</LoadingNote>
      <Skeleton className="w-48" />
      <Skeleton className="w-40" />
    </div>
  );
}
