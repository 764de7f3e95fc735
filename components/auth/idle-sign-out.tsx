"use client";

import { useEffect } from "react";
import { signOut } from "../../lib/api/auth.ts";
import { lastInputAt, recordInput } from "../../lib/api/browser-storage.ts";

const IDLE_MS = 30 * 60_000;
const CHECK_MS = 10_000;
const NOTE_AT_MOST_EVERY_MS = 5_000;
const INPUTS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Signs out after 30 minutes without input in any tab, including time that the computer was asleep. Dashboard 3. */
export function IdleSignOut() {
  useEffect(() => {
    let ownInputAt = Date.now();
    let isLeaving = false;
    const leaveIfIdle = () => {
      if (isLeaving || Date.now() - (lastInputAt() ?? ownInputAt) < IDLE_MS) return;
      isLeaving = true;
      void signOut();
    };
    const note = () => {
      // Check first: the input that wakes a computer comes after the 30 minutes.
      leaveIfIdle();
      if (isLeaving || Date.now() - ownInputAt < NOTE_AT_MOST_EVERY_MS) return;
      ownInputAt = Date.now();
      recordInput();
    };
    if (lastInputAt() === undefined) recordInput();
    leaveIfIdle();
    const timer = setInterval(leaveIfIdle, CHECK_MS);
    document.addEventListener("visibilitychange", leaveIfIdle);
    for (const input of INPUTS) window.addEventListener(input, note, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", leaveIfIdle);
      for (const input of INPUTS) window.removeEventListener(input, note, { capture: true });
    };
  }, []);
  return null;
}
