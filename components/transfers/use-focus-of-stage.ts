"use client";

import { useEffect, useRef } from "react";

type Targets = { review: { current: HTMLElement | null }; edit: { current: HTMLElement | null } };

/** Review and Change replace the page's content, so the focus moves to where the user continues. */
export function useFocusOfStage(at: string, { review, edit }: Targets): void {
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    if (at === "review" && before.current === "edit") review.current?.focus();
    if (at === "edit") edit.current?.focus();
    before.current = at;
  }, [at, review, edit]);
}
