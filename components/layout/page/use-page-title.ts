"use client";

import { useEffect } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { pageTitle } from "./page-title.ts";

/** Sets the tab title to the page's content once it is known: `[Sandbox] Name · Merchant`. Dashboard 5.9. */
export function usePageTitle(title: string | undefined): void {
  const { mode, merchantName } = useSession();
  useEffect(() => {
    if (title !== undefined) document.title = pageTitle({ title, mode, merchantName });
  }, [title, mode, merchantName]);
}
