import { Clock } from "lucide-react";
import Link from "next/link";
import type { AccessChange } from "../../../contract/access-changes.ts";
import { changeText } from "../../../lib/format/change-text.ts";
import { Callout } from "../../ui/callout.tsx";

/** The toast after a change that was not applied. */
export const WAITING = { title: "Another approver must agree. The change is in Approvals under Access." };

/** The changes of a page that wait for another approver, with the way to where they are decided. */
export function PendingChanges({ changes }: { changes: readonly AccessChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Callout role="status" tone="wait" icon={Clock} title="Waits for another approver" className="mt-4">
      <ul>
        {changes.map((change) => (
          <li key={change.id}>
            {changeText(change)} ({change.creatorName})
          </li>
        ))}
      </ul>
      <Link href="/approvals?tab=access" className="underline underline-offset-2">
        Changes to access
      </Link>
    </Callout>
  );
}

/** Said before a change that another approver may have to agree to. */
export function ConsentNote() {
  return (
    <p className="flex items-start gap-1.5 text-fg-2">
      Another approver must agree before this applies, if your team has one. You find it in Approvals under Access.
    </p>
  );
}
