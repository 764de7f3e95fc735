"use client";

import { CircleAlert, RefreshCw } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { PendingDetails } from "../../../contract/approvals.ts";
import { problemText } from "../../../lib/api/service-error.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { useShortcuts } from "../../layout/hooks/use-shortcuts.ts";
import { RequestId } from "../../layout/page/load-problem.tsx";
import { useShortcutsPreference } from "../../layout/shell/use-shortcuts-preference.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { requiresTotal, stepOf } from "../approval-texts.ts";
import { type Obstacle, obstacleOf } from "../obstacle.ts";
import { isAmount, TotalField } from "../total-field.tsx";
import type { RemovalVerb } from "./remove-approval-form.tsx";
import { texts } from "./texts.ts";
import type { useApproval } from "./use-approval.ts";

type VerdictProps = {
  details: PendingDetails;
  approval: ReturnType<typeof useApproval>;
  isChecking: boolean;
  onCheckAgain: () => void;
  onRemove: (verb: RemovalVerb) => void;
};

/** Approve, recheck, decline or withdraw. A blocked button stays focusable and gives its reason. Dashboard 5.8. */
export function ApprovalVerdict({ details, approval, isChecking, onCheckAgain, onRemove }: VerdictProps) {
  const id = useId();
  const total = useRef<HTMLInputElement>(null);
  const approveButton = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState("");
  const obstacle = obstacleOf(details, useOnline());
  const asks = requiresTotal(details) && obstacle === null;
  const isTyped = !asks || isAmount(typed, details.amount);
  const [isTried, setIsTried] = useState(false);
  const approve = () => {
    if (obstacle) return approveButton.current?.focus();
    setIsTried(true);
    if (!isTyped) return total.current?.focus();
    void approval.approve();
  };
  const [hasShortcuts] = useShortcutsPreference();
  // A held key approves once.
  const approveByKey = (event: KeyboardEvent) => (event.repeat ? false : approve());
  useShortcuts({ "Control+Enter": approveByKey, "Meta+Enter": approveByKey }, { everywhere: true });
  const removal: RemovalVerb = details.viewer.canWithdraw ? "withdraw" : "decline";
  const mayRemove = details.viewer.canWithdraw || details.viewer.canDecline;
  const approveText = stepOf(details.approvals).isFirst ? texts.approveAsFirst : texts.approve;
  return (
    <footer className="grid shrink-0 gap-3 border-t bg-panel py-4 max-lg:mt-6 lg:px-pad">
      {approval.problem !== null && <ApprovalProblem approval={approval} />}
      {asks && (
        <TotalField
          kobo={details.amount}
          typed={typed}
          onTyped={setTyped}
          isTried={isTried}
          isFixed={approval.isBusy}
          inputRef={total}
        />
      )}
      {obstacle && <ObstacleText id={id} obstacle={obstacle} />}
      <div className="flex items-center gap-2 max-md:flex-wrap max-md:[&>button]:flex-1">
        <Button
          isBlocked={!mayRemove || approval.isBusy || approval.isUnknown}
          aria-haspopup="dialog"
          aria-describedby={mayRemove ? undefined : id}
          onClick={() => onRemove(removal)}
        >
          {removal === "withdraw" ? texts.withdraw : texts.decline}
        </Button>
        <span className="flex-1 max-md:hidden" />
        <Button icon={RefreshCw} isBusy={isChecking} onClick={onCheckAgain}>
          {texts.checkAgain}
        </Button>
        <Button
          ref={approveButton}
          variant="primary"
          isBlocked={obstacle !== null}
          isBusy={approval.isBusy}
          aria-keyshortcuts={hasShortcuts ? "Control+Enter Meta+Enter" : undefined}
          aria-describedby={obstacle ? id : undefined}
          onClick={approve}
        >
          {approval.isUnknown ? texts.askAgain : approveText}
          {!obstacle && hasShortcuts && (
            <span aria-hidden className="max-md:hidden [&_kbd]:text-current">
              <Kbd isBare>{texts.ctrl}</Kbd>
            </span>
          )}
        </Button>
      </div>
    </footer>
  );
}

function ObstacleText({ id, obstacle }: { id: string; obstacle: Obstacle }) {
  const isBad = obstacle.kind === "check";
  return (
    <p id={id} className={isBad ? "flex items-start gap-1.5 text-bad" : "flex items-start gap-1.5 text-fg-2"}>
      <Icon of={CircleAlert} className="mt-0.5" />
      <span>{obstacle.text}</span>
    </p>
  );
}

function ApprovalProblem({ approval }: { approval: VerdictProps["approval"] }) {
  const { problem, isUnknown, isBusy } = approval;
  const text = problemText(problem);
  return (
    <Callout
      role="alert"
      tone={isUnknown ? "wait" : "bad"}
      icon={CircleAlert}
      title={isUnknown ? texts.weDoNotKnow : texts.itWasNotApproved}
    >
      <p>{isUnknown && isBusy ? texts.theAnswerWasLost : text}</p>
      <RequestId error={problem} />
    </Callout>
  );
}
