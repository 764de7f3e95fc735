"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";
import { Button } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { totalOf } from "../approval-texts.ts";
import { texts } from "./texts.ts";
import { MOST_TOGETHER, type Selection } from "./use-selection.ts";

const BulkApprovalSheet = dynamic(
  () => import("./bulk-approval-sheet.tsx").then((module) => module.BulkApprovalSheet),
  {
    ssr: false,
  },
);

/** The number and sum of the selected requests, and the button to approve them. Dashboard 5.8. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const [approving, setApproving] = useState<readonly PendingItem[] | null>(null);
  const { items, clear, selectAll, selectableCount } = selection;
  const isFull = items.length === MOST_TOGETHER;
  return (
    <>
      {items.length > 0 && (
        <section
          aria-label={texts.chosenRequests}
          className="sticky bottom-0 z-20 -mx-pad mt-4 flex flex-wrap items-center gap-2 border-t bg-panel px-pad py-3 tabular-nums lg:-bottom-pad"
        >
          <p role="status" className="mr-auto max-md:w-full">
            <strong className="font-medium">{texts.countChosen(items.length)}</strong>
            <span className="text-fg-2">
              {" · "}
              <Money kobo={totalOf(items)} />
              {isFull && texts.atMost(MOST_TOGETHER)}
            </span>
          </p>
          <Button size="small" variant="quiet" className="max-md:-ml-2.5" onClick={clear}>
            {texts.clear}
          </Button>
          {selectAll && !isFull && (
            <Button size="small" onClick={selectAll}>
              {texts.chooseAllSelectableCount(selectableCount)}
            </Button>
          )}
          <Button size="small" aria-haspopup="dialog" onClick={() => setApproving(items)}>
            {texts.approveCount(items.length)}
          </Button>
        </section>
      )}
      {approving && (
        <BulkApprovalSheet
          items={approving}
          onClose={() => {
            setApproving(null);
            clear();
          }}
        />
      )}
    </>
  );
}
