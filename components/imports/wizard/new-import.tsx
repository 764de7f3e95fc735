"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import { ImportWizard } from "./import-wizard.tsx";

/** The wizard for the kind in the address; another kind starts a new one. */
export function NewImport() {
  const [{ kind, from }, setView] = useQueryStates({
    kind: parseAsStringLiteral(["create", "credit", "debit", "payout"]).withDefault("create"),
    from: parseAsString,
  });
  const [isKindSelected, setIsKindSelected] = useState(false);
  const selectKind = (next: ImportKind) => {
    setIsKindSelected(true);
    void setView({ kind: next, from: null });
  };
  return <ImportWizard key={kind} kind={kind} from={from} isKindSelected={isKindSelected} onKind={selectKind} />;
}
