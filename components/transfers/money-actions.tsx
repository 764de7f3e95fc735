"use client";

import { Lock } from "lucide-react";
import { type Ref, useId } from "react";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { MoneyKind } from "../../lib/api/transfers.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { approversText } from "./money-texts.ts";
import { texts } from "./texts.ts";
import type { MoneyStage } from "./use-payment-request.ts";

/** What the form knows about its payment: the rights, the service's checks, and an equal payment shortly before. */
type Checks = {
  mayAsk: boolean;
  closed: string | null;
  isWorking: boolean;
  preview: { data: Pick<MovementPreview, "approval" | "reasons"> | undefined };
  /** An equal payment; the person confirms a second one. */
  same: { data: unknown };
};

type MoneyActionsProps = {
  stage: MoneyStage;
  checks: Checks;
  role: string;
  kind: MoneyKind;
  own: string;
  submitRef: Ref<HTMLButtonElement>;
  /** Whether the review waits for a wallet. */
  isReviewing: boolean;
  isSubmitting: boolean;
  onSubmit: () => void;
  onEdit: () => void;
};

/** Review, then submit. A blocked button shows its reason. Dashboard 2.4, 5.7. */
export function MoneyActions(props: MoneyActionsProps) {
  const { stage, checks, role, kind, own, isReviewing, isSubmitting, onEdit } = props;
  const id = useId();
  const isOnline = useOnline();
  const blocked = blockedText(checks, { role, kind, isOnline });
  const { data } = checks.preview;
  const note = blocked ?? (data && approversText(data.approval, own));
  const describedBy = note === undefined ? undefined : id;
  return (
    <div className="mt-6 grid gap-3">
      {stage.at === "edit" ? (
        <Button
          key="review"
          type="submit"
          form="money"
          variant="primary"
          {...(blocked !== undefined && { icon: Lock })}
          isBlocked={blocked !== undefined}
          isBusy={isReviewing}
          aria-describedby={describedBy}
        >
          {texts.reviewKind(kind)}
        </Button>
      ) : (
        <div className="flex gap-2">
          <Button isBlocked={stage.at !== "review" || isSubmitting} onClick={onEdit}>
            {texts.change}
          </Button>
          <SubmitButton {...props} isBlocked={blocked !== undefined} describedBy={describedBy} />
        </div>
      )}
      {note !== undefined && (
        <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs">
          {blocked !== undefined && <Icon of={Lock} size={12} className="mt-0.5" />}
          {note}
        </p>
      )}
    </div>
  );
}

type SubmitButtonProps = MoneyActionsProps & { isBlocked: boolean; describedBy: string | undefined };

function SubmitButton(props: SubmitButtonProps) {
  const { stage, checks, submitRef, isSubmitting, isBlocked, describedBy, onSubmit } = props;
  const isChecked = checks.preview.data !== undefined && !checks.isWorking;
  return (
    <Button
      ref={submitRef}
      variant="primary"
      className="flex-1"
      isBusy={isSubmitting || stage.at === "sending"}
      isBlocked={isBlocked || stage.at === "waiting" || !isChecked}
      aria-describedby={describedBy}
      onClick={onSubmit}
    >
      {submitText(checks, stage)}
    </Button>
  );
}

function submitText(checks: Checks, stage: MoneyStage): string {
  const isSecond = checks.same.data && stage.at === "review";
  if (checks.preview.data?.approval.required === false) return isSecond ? texts.payOnceMore : texts.payNow;
  return isSecond ? texts.submitItOnceMore : texts.submitForApproval;
}

function blockedText(checks: Checks, { role, kind, isOnline }: { role: string; kind: MoneyKind; isOnline: boolean }) {
  if (!checks.mayAsk) return texts.yourRoleRoleCannot(role, kind);
  if (checks.closed !== null) return checks.closed;
  if (!isOnline) return texts.youAreOfflineWhat;
  const first = checks.isWorking ? undefined : checks.preview.data?.reasons[0];
  return first && texts.blockedMessage(first.message);
}
