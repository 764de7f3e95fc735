"use client";

import type { ReactNode } from "react";
import { DraftsReadable } from "../hooks/use-draft.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";

/** A form whose draft is in this tab's storage. The server draws it empty and disabled; with hydration it is mounted anew with its draft. */
export function DraftedForm({ children }: { children: ReactNode }) {
  if (useHydrated()) return children;
  return (
    <DraftsReadable value={false}>
      <fieldset disabled inert aria-busy="true" className="contents">
        {children}
      </fieldset>
    </DraftsReadable>
  );
}
