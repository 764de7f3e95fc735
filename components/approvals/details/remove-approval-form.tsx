"use client";

import { Ban } from "lucide-react";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useRemoveTransaction } from "../../../lib/api/approvals.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { draftKey, useDraft } from "../../layout/hooks/use-draft.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { Field, FieldError } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { DECLINE_CATEGORIES, RemovalForm, removalReason, WITHDRAW_CATEGORIES } from "./removal-rules.ts";
import { texts } from "./texts.ts";

const resolver = contractResolver(RemovalForm, {});

export type RemovalVerb = "decline" | "withdraw";

type RemoveApprovalFormProps = {
  id: string;
  verb: RemovalVerb;
  summary: string;
  onDone: () => void;
  /** Another user decided in the meantime: nothing is left to do here. */
  onOvertaken: () => void;
  onCancel: () => void;
};

const endTexts = {
  decline: {
    categories: DECLINE_CATEGORIES,
    submit: texts.decline,
    failed: texts.itWasNotDeclined,
    hint: texts.shownToWhoeverSubmitted,
  },
  withdraw: {
    categories: WITHDRAW_CATEGORIES,
    submit: texts.withdraw,
    failed: texts.itWasNotWithdrawn,
    hint: texts.keptInItsHistory,
  },
} as const;

/** Asks for a reason, then declines, or withdraws the user's own request. The draft survives failures and reloads. Dashboard 5.8. */
export function RemoveApprovalForm(props: RemoveApprovalFormProps) {
  const { id, verb, summary, onDone, onOvertaken, onCancel } = props;
  const { categories, submit: submitText, failed, hint } = endTexts[verb];
  const session = useSession();
  const { draft, keep, drop } = useDraft<RemovalForm>(draftKey(session, `${verb}:${id}`), {
    category: "",
    explanation: "",
  });
  const form = useForm({ resolver, defaultValues: draft });
  const { register, handleSubmit, formState, control, subscribe } = form;
  const { category } = useWatch({ control });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  );
  const remove = useRemoveTransaction();
  const isOnline = useOnline();
  const submit = handleSubmit((values) =>
    remove.mutate(
      { transactionId: id, reason: removalReason(values) },
      {
        onSuccess: () => {
          drop();
          onDone();
        },
        onError: (error) => {
          if (error instanceof ServiceError && error.code === "approval_decided") onOvertaken();
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p>{summary}</p>
        <div className="grid gap-1.5">
          <RadioChips legend={texts.reason} options={categories} control={() => register("category")} />
          {formState.errors.category && <FieldError>{formState.errors.category.message}</FieldError>}
        </div>
        <Field
          label={category === "Other" ? texts.whatIsTheReason : texts.moreAboutItOptional}
          hint={hint}
          error={formState.errors.explanation?.message}
        >
          {(field) => <Textarea {...field} {...register("explanation")} />}
        </Field>
        <p className="text-fg-2">{texts.nothingIsMovedIt}</p>
        {/* No key is needed after a lost response: a request is declined once at most, and a retry reports its outcome. */}
        {remove.isError && <WriteProblem title={failed} lost={texts.theAnswerWasLostTrying} error={remove.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="danger" icon={Ban} isBusy={remove.isPending} isBlocked={!isOnline}>
          {submitText}
        </Button>
      </SheetFoot>
    </form>
  );
}
