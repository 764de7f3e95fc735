"use client";

import { useIsFetching, useIsMutating } from "@tanstack/react-query";
import { useEffect } from "react";

/** Sets `data-busy` on `<html>` while the page reads or writes. Browser tests wait until it is gone. */
export function BusyMark() {
  const isBusy = useIsFetching() + useIsMutating() > 0;
  useEffect(() => {
    document.documentElement.toggleAttribute("data-busy", isBusy);
    return () => document.documentElement.removeAttribute("data-busy");
  }, [isBusy]);
  return null;
}
