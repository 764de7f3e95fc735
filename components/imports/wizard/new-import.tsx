"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { ImportWizard } from "./import-wizard.tsx";

/** The wizard for what the address names; another kind starts anew. */
export function NewImport() {
  const [{ kind, from }, setView] = useQueryStates({
    kind: parseAsStringLiteral(["create", "credit", "debit"]).withDefault("create"),
    from: parseAsString,
  });
  return (
    <ImportWizard key={kind} kind={kind} from={from} onKind={(next) => void setView({ kind: next, from: null })} />
  );
}
