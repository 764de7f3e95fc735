"use client";

import { useEffect } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { pageTitle } from "./page-title.ts";

/** Names the browser's tab after what the page shows, once that is known: `[Sandbox] Name · Merchant`. Dashboard 5.9. */
export function usePageTitle(title: string | undefined): void {
  const { mode, merchantName } = useSession();
  useEffect(() => {
    if (title !== undefined) document.title = pageTitle({ title, mode, merchantName });
  }, [title, mode, merchantName]);
}
