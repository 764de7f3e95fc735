"use client";

import { type FormEvent, useEffect, useState } from "react";
import type { Party } from "./party/use-party.ts";
import type { MoneyFields } from "./use-payment-request.ts";

type Form = {
  fields: MoneyFields;
  sides: readonly Party[];
  /** Whether wallets, amount and texts can be sent. */
  isComplete: boolean;
  checks: {
    mayAsk: boolean;
    closed: string | null;
    isWorking: boolean;
    preview: { data: { allowed: boolean } | undefined };
  };
  onReview: () => void;
};

/** Opens the review. Pressed while a wallet is being looked up, it waits for the wallet, unless a field changes. Dashboard 5.7. */
export function useReview({ fields, sides, isComplete, checks, onReview }: Form) {
  const [isTried, setIsTried] = useState(false);
  const [pressedWith, setPressedWith] = useState<MoneyFields>();
  const isLookingUp = sides.some(({ state }) => state === "loading");
  const isAllowed =
    checks.mayAsk && checks.closed === null && (checks.isWorking || checks.preview.data?.allowed !== false);
  const isReady = isComplete && isAllowed;
  useEffect(() => {
    if (pressedWith === undefined || (pressedWith === fields && isLookingUp)) return;
    setPressedWith(undefined);
    if (pressedWith === fields && isReady) onReview();
  }, [pressedWith, fields, isLookingUp, isReady, onReview]);
  return {
    /** Whether the review was asked for, so that the fields say what they lack. */
    isTried,
    isWaiting: pressedWith !== undefined,
    submit(event: FormEvent) {
      event.preventDefault();
      setIsTried(true);
      setPressedWith(fields);
    },
    reset: () => setIsTried(false),
  };
}
