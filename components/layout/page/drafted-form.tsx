"use client";

import { type ReactNode, useLayoutEffect, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { DraftsReadable, draftKey, hasDraft } from "../hooks/use-draft.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";

/**
 * A form whose draft `name` is in this tab's storage. The server draws it empty, and until hydration nobody can use it. Where there is a
 * draft, it is then remounted; otherwise its elements stay. Decision 0222.
 */
export function DraftedForm({ name, children }: { name: string; children: ReactNode }) {
  const isHydrated = useHydrated();
  const key = draftKey(useSession(), name);
  const [isDrawnByServer] = useState(!isHydrated);
  const [isRemounted, setIsRemounted] = useState(false);
  useLayoutEffect(() => {
    if (isDrawnByServer && hasDraft(key)) setIsRemounted(true);
  }, [isDrawnByServer, key]);
  return (
    <DraftsReadable value={isHydrated}>
      <div key={String(isRemounted)} inert={!isHydrated} aria-busy={!isHydrated} className="contents">
        {children}
      </div>
    </DraftsReadable>
  );
}
