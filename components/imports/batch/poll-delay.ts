import type { BatchStatus } from "../../../lib/api/batches.ts";
import { isFinal } from "../batch-labels.ts";

const STEPS_MS = [1_000, 2_000, 4_000, 8_000];
const STEADY_MS = 15_000;
const SLOW_MS = 30_000;
const SLOW_AFTER_MS = 10 * 60_000;
const SPREAD = 0.2;

type Poll = {
  status: BatchStatus;
  /** Polls since the page opened or was shown again. */
  asked: number;
  openForMs: number;
  /** From 0 up to 1. */
  random: number;
};

/**
 * Delay before the next poll of a batch, in ms: 1, 2, 4, 8, then 15 s, each ±20 %; 30 s after ten minutes or while it awaits
 * approval; `null` once it has ended. Pure. Dashboard 5.6.
 */
export function pollDelayMs({ status, asked, openForMs, random }: Poll): number | null {
  if (isFinal(status)) return null;
  const isSlow = status === "awaiting_approval" || openForMs >= SLOW_AFTER_MS;
  // After a return to the page the first poll is immediate, however slow polling was before.
  const base = isSlow && asked > 0 ? SLOW_MS : (STEPS_MS[asked] ?? STEADY_MS);
  return base * (1 - SPREAD + 2 * SPREAD * random);
}
