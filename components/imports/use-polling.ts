"use client";

import { useEffect, useRef, useState } from "react";
import type { BatchStatus } from "../../lib/api/batches.ts";
import { pollDelayMs } from "./poll-delay.ts";

type Read = { dataUpdatedAt: number; errorUpdatedAt: number; isFetching: boolean; refetch: () => unknown };

/** Asks again in the rhythm of `pollDelayMs`, never while the page is hidden, and soon after it comes back. Dashboard 5.6. */
export function usePolling(read: Read, status: BatchStatus | undefined): void {
  const isVisible = useVisible();
  const rhythm = useRef({ asked: 0, openedAt: Date.now() });
  const latest = useRef(read.refetch);
  latest.current = read.refetch;
  useEffect(() => {
    if (isVisible) rhythm.current.asked = 0;
  }, [isVisible]);
  const { isFetching } = read;
  // An answer can come and go between two renders: its time tells.
  const answeredAt = Math.max(read.dataUpdatedAt, read.errorUpdatedAt);
  useEffect(() => {
    if (answeredAt === 0) return;
    if (!isVisible || isFetching || status === undefined) return;
    const { asked, openedAt } = rhythm.current;
    const delay = pollDelayMs({ status, asked, openForMs: Date.now() - openedAt, chance: Math.random() });
    if (delay === null) return;
    const timer = setTimeout(() => {
      rhythm.current.asked += 1;
      void latest.current();
    }, delay);
    return () => clearTimeout(timer);
  }, [isVisible, isFetching, status, answeredAt]);
}

function useVisible(): boolean {
  const [isVisible, setIsVisible] = useState(true);
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === "visible");
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}
