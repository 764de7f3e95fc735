"use client";

import { useEffect, useRef } from "react";
import type { SameTransfer, TransferWish } from "../../lib/api/transfers.ts";
import { ProblemNote, SameTransferNote, WaitingNote } from "./transfer-notes.tsx";
import { type Party, partyName } from "./use-party.ts";
import type { TransferIntent } from "./use-transfer-intent.ts";

type TransferNotesProps = {
  intent: TransferIntent;
  same: SameTransfer | null | undefined;
  wish: TransferWish | undefined;
  to: Party;
};

/** What stands against or behind the submission; on a phone it comes into view, since the button lies far below. */
export function TransferNotes({ intent, same, wish, to }: TransferNotesProps) {
  const { stage } = intent;
  const notes = useRef<HTMLDivElement>(null);
  const problem = stage.at === "review" ? stage.problem : undefined;
  const isNews = stage.at === "waiting" || problem !== undefined || (stage.at === "review" && Boolean(same));
  useEffect(() => {
    if (isNews) notes.current?.scrollIntoView?.({ block: "nearest" });
  }, [isNews]);
  return (
    <div ref={notes} className="grid max-w-form scroll-mt-28 scroll-mb-4 gap-3">
      {same && wish && <SameTransferNote same={same} wish={wish} to={partyName(to)} />}
      {problem && <ProblemNote problem={problem} />}
      {stage.at === "waiting" && <WaitingNote stage={stage} onAsk={intent.askAgain} onGiveUp={intent.startOver} />}
    </div>
  );
}
