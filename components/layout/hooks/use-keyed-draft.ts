"use client";

import { useState } from "react";
import { newIdempotencyKey } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { draftKey, useDraft } from "./use-draft.ts";

/**
 * One input and the idempotency key of its request. Both stay in this tab's storage: after a reload or a new sign-in the same request
 * repeats the same effect. `change` renews the key: with the same text after a refusal. `drop` ends the storage after a success.
 * Dashboard 5.7.
 */
export function useKeyedDraft(form: string) {
  const empty = { text: "", idempotencyKey: newIdempotencyKey() };
  const { draft, keep, drop } = useDraft(draftKey(useSession(), form), empty);
  const [fields, setFields] = useState(draft);
  const change = (text: string) => {
    const next = { text, idempotencyKey: newIdempotencyKey() };
    setFields(next);
    keep(next);
  };
  return { ...fields, change, drop };
}
