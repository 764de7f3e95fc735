"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import { useHydrated } from "../../layout/hooks/use-hydrated.ts";
import { PageSkeleton } from "../../layout/page/page-skeleton.tsx";
import { ImportWizard } from "./import-wizard.tsx";

/** The wizard for the kind in the address; another kind starts a new one. It needs browser APIs, so it renders after hydration. */
export function NewImport() {
  const [{ kind, from }, setView] = useQueryStates({
    kind: parseAsStringLiteral(["create", "credit", "debit", "payout"]).withDefault("create"),
    from: parseAsString,
  });
  const [isKindSelected, setIsKindSelected] = useState(false);
  const isHydrated = useHydrated();
  if (!isHydrated) return <PageSkeleton />;
  const selectKind = (next: ImportKind) => {
    setIsKindSelected(true);
    void setView({ kind: next, from: null });
  };
  return <ImportWizard key={kind} kind={kind} from={from} isKindSelected={isKindSelected} onKind={selectKind} />;
}
