"use client";

import { type ReactNode, useLayoutEffect, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { DraftsReadable, draftKey, hasDraft } from "../hooks/use-draft.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";

/**
 * A form whose draft `name` is in this tab's storage. The server draws it empty, and until hydration nobody can use it. Where there is a
 * draft, it is then mounted anew; otherwise its elements stay.
 */
export function DraftedForm({ name, children }: { name: string; children: ReactNode }) {
  const isHydrated = useHydrated();
  const key = draftKey(useSession(), name);
  const [isDrawnByServer] = useState(!isHydrated);
  const [isAnew, setIsAnew] = useState(false);
  useLayoutEffect(() => {
    if (isDrawnByServer && hasDraft(key)) setIsAnew(true);
  }, [isDrawnByServer, key]);
  return (
    <DraftsReadable value={isHydrated}>
      <div key={String(isAnew)} inert={!isHydrated} className="contents">
        {children}
      </div>
    </DraftsReadable>
  );
}
