import { Clock } from "lucide-react";
import type { AccessChange } from "../../../contract/access-changes.ts";
import { changeText } from "../../../lib/format/change-text.ts";
import { Callout } from "../../ui/callout.tsx";
import { Link } from "../../ui/link.tsx";
import { texts } from "./texts.ts";

/** The toast after a change that was not applied. */
export const WAITING = { title: texts.anotherApproverMustAgree };

/** The changes of a page that wait for another approver, with the way to where they are decided. */
export function PendingChanges({ changes }: { changes: readonly AccessChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Callout role="status" tone="wait" icon={Clock} title={texts.waitsForAnotherApprover} className="mt-4">
      <ul>
        {changes.map((change) => (
          <li key={change.id}>
            {changeText(change)} ({change.creatorName})
          </li>
        ))}
      </ul>
      <Link href="/approvals?tab=access" className="underline underline-offset-2">
        {texts.changesToAccess}
      </Link>
    </Callout>
  );
}

/** Said before a change that another approver may have to agree to. */
export function ConsentNote() {
  return <p className="flex items-start gap-1.5 text-fg-2">{texts.anotherApproverMustAgreeBefore}</p>;
}
