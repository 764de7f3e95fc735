"use client";

import { useCallback, useRef, useState } from "react";
import type { CreateWalletBody } from "../../../contract/wallet-creation.ts";
import { useInvalidateWallets } from "../../../lib/api/customers.ts";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { isOutcomeUnknown, isRefused, ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { type CreatedReply, createWallet } from "../../../lib/api/wallets.ts";
import { draftKey, useDraft } from "../../layout/hooks/use-draft.ts";
import { useIsUnmounted } from "../../layout/hooks/use-is-unmounted.ts";

export const CREATE_DRAFT = "create-wallet";

/** Kept in this tab's storage: the fields without BVN or NIN, the idempotency key, and whether the request was sent. */
export type CreateDraft = {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  dateOfBirth: string;
  document: "bvn" | "nin";
  email: string;
  address: string;
  idempotencyKey: string;
  sent: string;
};

const EMPTY: CreateDraft = {
  firstName: "",
  lastName: "",
  phoneNumber: "",
  dateOfBirth: "",
  document: "bvn",
  email: "",
  address: "",
  idempotencyKey: "",
  sent: "",
};

/** Delays of the automatic retries of an unanswered call; after them the user retries. Dashboard 5.7. */
const AGAIN_AFTER_MS = [2_000, 5_000, 15_000] as const;

export type CreateStage =
  | { at: "edit"; error?: unknown }
  | { at: "sending" }
  /** The outcome is unknown. `isOver`: only the button retries. */
  | { at: "unknown"; isOver: boolean }
  | { at: "done"; created: CreatedReply };

/**
 * One request to create a wallet, carried out at most once: the key changes only with a field or after a definite response, so that
 * a double click, a reload and a lost response all repeat the same request. The BVN or NIN is never stored: it must be typed again
 * after a reload. Dashboard 5.7.
 */
export function useCreateWallet() {
  const session = useSession();
  const invalidate = useInvalidateWallets();
  const { draft, keep, drop } = useDraft<CreateDraft>(draftKey(session, CREATE_DRAFT), EMPTY);
  const current = useRef<CreateDraft>(
    draft.idempotencyKey === "" ? { ...draft, idempotencyKey: newIdempotencyKey() } : draft,
  );
  const [stage, setStage] = useState<CreateStage>({ at: "edit" });
  const [isInDoubt, setIsInDoubt] = useState(draft.sent !== "");
  const isBusy = useRef(false);
  const isGone = useIsUnmounted();

  const store = useCallback(
    (change: Partial<CreateDraft>) => {
      current.current = { ...current.current, ...change };
      keep(current.current);
      if (change.sent !== undefined) setIsInDoubt(change.sent !== "");
    },
    [keep],
  );

  const change = useCallback(
    (fields: Partial<CreateDraft>) =>
      store(current.current.sent === "" ? { ...fields, idempotencyKey: newIdempotencyKey() } : {}),
    [store],
  );

  async function send(body: CreateWalletBody) {
    if (isBusy.current) return;
    isBusy.current = true;
    setStage({ at: "sending" });
    const result = await ask(body, { wasSent: current.current.sent !== "" });
    isBusy.current = false;
    setStage(result);
  }

  /** Retries until there is a response or the page is left. */
  async function ask(body: CreateWalletBody, { wasSent }: { wasSent: boolean }): Promise<CreateStage> {
    const { idempotencyKey } = current.current;
    store({ sent: "yes" });
    for (let tries = 0; !isGone.current; tries += 1) {
      const answer = await attempt({ body, idempotencyKey });
      if ("created" in answer) {
        drop();
        invalidate();
        return { at: "done", created: answer.created };
      }
      if (!isUndecided(answer.error, wasSent || tries > 0)) {
        store({ sent: "", ...(isRefused(answer.error) && { idempotencyKey: newIdempotencyKey() }) });
        return { at: "edit", error: answer.error };
      }
      const pause = AGAIN_AFTER_MS[tries];
      if (pause === undefined) break;
      setStage({ at: "unknown", isOver: false });
      await wait(pause);
    }
    return { at: "unknown", isOver: true };
  }

  function attempt(call: { body: CreateWalletBody; idempotencyKey: string }) {
    return createWallet(session, call).then(
      (created) => ({ created }),
      (error: unknown) => ({ error }),
    );
  }

  return {
    draft,
    stage,
    isInDoubt,
    change,
    send,
    /** Starts a new request: after a finished one, or when the user abandons an unknown outcome. */
    startOver() {
      current.current = { ...EMPTY, idempotencyKey: newIdempotencyKey() };
      drop();
      setIsInDoubt(false);
      setStage({ at: "edit" });
    },
  };
}

/** Whether the wallet may have been created. Then only an error raised after the key lookup is definite. */
function isUndecided(error: unknown, isPossiblyCommitted: boolean): boolean {
  if (!(error instanceof ServiceError)) return true;
  return isOutcomeUnknown(error) || (isPossiblyCommitted && !isRefused(error));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
