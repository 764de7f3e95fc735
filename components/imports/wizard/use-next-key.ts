"use client";

import { usePlainKeys } from "../../layout/use-plain-keys.ts";

/** Calls `onNext` at N anywhere on the page, outside fields and dialogs. Dashboard 5.6. */
export function useNextKey(onNext: () => void): void {
  usePlainKeys((key) => {
    const isNext = key.toLowerCase() === "n";
    if (isNext) onNext();
    return isNext;
  });
}
