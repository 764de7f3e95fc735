"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useSyncExternalStore } from "react";
import { PageSkeleton } from "../../layout/page-skeleton.tsx";
import { ImportWizard } from "./import-wizard.tsx";

/** The wizard for what the address names; another kind starts anew. It works on files, so it appears once the browser has the page. */
export function NewImport() {
  const [{ kind, from }, setView] = useQueryStates({
    kind: parseAsStringLiteral(["create", "credit", "debit"]).withDefault("create"),
    from: parseAsString,
  });
  const isInBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  if (!isInBrowser) return <PageSkeleton />;
  return (
    <ImportWizard key={kind} kind={kind} from={from} onKind={(next) => void setView({ kind: next, from: null })} />
  );
}
