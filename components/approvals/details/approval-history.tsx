import { useId } from "react";
import type { PendingDetails } from "../../../contract/approvals.ts";
import { When } from "../../ui/when.tsx";
import { actionWord } from "../approval-texts.ts";

/** Events with actor and comment, newest first. */
export function ApprovalHistory({ history }: { history: PendingDetails["history"] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id} className="flex min-h-8 items-center font-semibold text-md">
        History
      </h3>
      <ol className="mt-1">
        {history.toReversed().map(({ at, action, actorName, comment }) => (
          <li key={`${at} ${action}`} className="grid grid-cols-[104px_minmax(0,1fr)] gap-3 py-2">
            <span className="text-fg-3">
              <When at={at} />
            </span>
            <div className="min-w-0 break-words">
              <strong className="font-medium">{actionWord(action)}</strong>
              {actorName && ` by ${actorName}`}
              {comment && <p className="mt-0.5 text-fg-2">“{comment}”</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
