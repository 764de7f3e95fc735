"use client";

import { useEffect, useRef, useState } from "react";
import type { BatchStatus } from "../../../lib/api/batches.ts";
import { pollDelayMs } from "./poll-delay.ts";

type Read = { dataUpdatedAt: number; errorUpdatedAt: number; isFetching: boolean; refetch: () => unknown };

/** Polls at the intervals of `pollDelayMs`; pauses while the page is hidden, and polls soon after it is shown again. Dashboard 5.6. */
export function usePolling(read: Read, status: BatchStatus | undefined): void {
  const isVisible = useVisible();
  const rhythm = useRef({ asked: 0, openedAt: Date.now() });
  const latest = useRef(read.refetch);
  latest.current = read.refetch;
  useEffect(() => {
    if (isVisible) rhythm.current.asked = 0;
  }, [isVisible]);
  const { isFetching } = read;
  // A response can arrive between two renders, so its time is compared, not a flag.
  const answeredAt = Math.max(read.dataUpdatedAt, read.errorUpdatedAt);
  useEffect(() => {
    if (answeredAt === 0) return;
    if (!isVisible || isFetching || status === undefined) return;
    const { asked, openedAt } = rhythm.current;
    const delay = pollDelayMs({ status, asked, openForMs: Date.now() - openedAt, random: Math.random() });
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
    const update = () => setIsVisible(document.visibilityState === "visible");
    update();
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isVisible;
}
