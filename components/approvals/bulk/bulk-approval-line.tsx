import { Check, CircleAlert, Hourglass, LoaderCircle, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";
import { Icon } from "../../ui/icon.tsx";
import { Money } from "../../ui/money.tsx";
import { kindAppearances, requestTitle } from "../approval-texts.ts";
import { DriftDot, driftTexts } from "../drift-dot.tsx";
import { texts } from "./texts.ts";
import type { BulkLine } from "./use-bulk-approval.ts";

type BulkApprovalLineProps = { item: PendingItem; line: BulkLine };

const appearances: Record<Exclude<BulkLine["at"], "next">, { icon: LucideIcon; className: string }> = {
  now: { icon: LoaderCircle, className: "animate-turn text-fg-3" },
  done: { icon: Check, className: "text-ok" },
  left: { icon: CircleAlert, className: "text-bad" },
  unknown: { icon: Hourglass, className: "text-wait" },
};

/** One request of the bulk approval, with its outcome at the end. */
export function BulkApprovalLine({ item, line }: BulkApprovalLineProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (line.at === "now") row.current?.scrollIntoView?.({ block: "nearest" });
  }, [line.at]);
  const appearance =
    line.at === "next" ? { icon: kindAppearances[item.kind].icon, className: "text-fg-3" } : appearances[line.at];
  return (
    <li ref={row} className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2.5 border-b py-2">
      <Icon of={appearance.icon} className={`mt-0.5 ${appearance.className}`} />
      <span className="trim font-medium" title={requestTitle(item)}>
        {requestTitle(item)}
      </span>
      <Money kobo={item.amount} />
      <span className="col-start-2 col-end-4 flex items-center gap-2 text-fg-2 text-xs">
        {line.at === "next" && !line.why && <DriftDot mark={item.mark} isLegend />}
        {noteOf(item, line)}
      </span>
    </li>
  );
}

function noteOf({ creatorName, mark, viewer }: PendingItem, line: BulkLine): string {
  switch (line.at) {
    case "now":
      return texts.checkedAndApprovedNow;
    case "done":
      return texts.approved;
    case "left":
      return texts.notApprovedWhy(line.why);
    case "unknown":
      return texts.weDoNotKnow;
    default: {
      if (line.why !== undefined) return texts.notSentWhy(line.why);
      const maker = viewer.selfApproval ? texts.yourOwnThatYou : texts.byCreatorName(creatorName);
      return mark === "same" ? maker : `${maker} · ${driftTexts[mark]}`;
    }
  }
}
