"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { BatchKind } from "../../../lib/api/batches.ts";
import { newIntentKey } from "../../../lib/api/merchant.ts";
import { parseKobo } from "../../../lib/format/money.ts";
import { useImport } from "./use-import.ts";
import { useImportReview } from "./use-import-review.ts";
import { useLeaveWarning } from "./use-leave-warning.ts";
import { useRejectedRows } from "./use-rejected-rows.ts";
import { useSendImport } from "./use-send-import.ts";
import type { Step } from "./wizard-words.ts";

/**
 * One import from the file to its batch. Each look at Review is a wish of its own with its own key; repeating the upload repeats that
 * wish. `salt` makes the same payments new ones. Dashboard 5.6, 5.7.
 */
export function useWizard(kind: BatchKind, from: string | null) {
  const router = useRouter();
  const source = useImport(kind);
  const sending = useSendImport();
  const rejected = useRejectedRows(kind, from, source.choose);
  const { progress, file } = source.state;
  const [later, setLater] = useState<"Review" | "Send" | null>(null);
  const [wish, setWish] = useState({ reference: null as string | null, salt: "", intentKey: "", typed: "" });
  const isBehindCheck = later !== null;
  const review = useImportReview(kind, isBehindCheck ? progress : null, isBehindCheck ? wish.reference : null);
  const { stage } = sending;
  const step: Step = later ?? (progress ? "Check" : "File");
  const read = parseKobo(wish.typed);
  const isTyped = kind === "create" || ("kobo" in read && BigInt(read.kobo) === review.total);
  useLeaveWarning(stage.at !== "done" && progress !== null);
  useEffect(() => {
    if (stage.at === "done") router.push(`/imports/${kind}/${stage.batchId}`);
  }, [stage, kind, router]);

  return {
    source,
    rejected,
    step,
    review,
    wish,
    stage,
    isSendable: review.obstacle === null && review.isKnown && isTyped && (!review.earlier || wish.salt !== ""),
    type: (typed: string) => setWish((now) => ({ ...now, typed })),
    async toReview(salt = wish.salt) {
      const ask = source.client.current?.ask("fileReference", salt);
      const reference = kind === "create" ? null : ((await ask) ?? null);
      // Another wish than before: what was typed was for that one.
      setWish({ reference, salt, intentKey: newIntentKey(), typed: "" });
      setLater("Review");
    },
    toCheck: () => setLater(null),
    async send() {
      setLater("Send");
      const content = await source.client.current?.ask("readyFile", { now: new Date(), salt: wish.salt });
      const name = `${(file?.name ?? "rows").replace(/\.[^.]*$/, "")}.csv`;
      const { reference, intentKey } = wish;
      if (content) sending.send({ kind, name, content, reference, intentKey });
    },
    sendAgain: sending.sendAgain,
  };
}

export type Wizard = ReturnType<typeof useWizard>;
