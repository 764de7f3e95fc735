"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useIssueCard } from "../../lib/api/cards.ts";
import { customerQuery } from "../../lib/api/customers.ts";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { isOutcomeUnknown, isRefused } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Modal, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { RadioChips } from "../ui/radio-chips.tsx";
import { showToast } from "../ui/toast-store.ts";
import { typeWord } from "./card-labels.ts";
import { texts } from "./texts.ts";

type IssueCardModalProps = { customerId: string; isOpen: boolean; onClose: () => void };

const TYPES = ["VIRTUAL", "PHYSICAL"] as const;
const SOURCES = ["WALLET", "CARD"] as const;
/** `typed`: the address, unless it is the customer's. `key`: a second click, or a second try after a lost answer, stays one card. */
type Fields = {
  typed: string | null;
  label: string;
  type: (typeof TYPES)[number];
  source: (typeof SOURCES)[number];
  key: string;
};
const newFields = (): Fields => ({
  typed: null,
  label: "",
  type: "VIRTUAL",
  source: "WALLET",
  key: newIdempotencyKey(),
});

/** Issues a card, unless chosen otherwise a virtual one that pays from the wallet; the address is the customer's unless one is entered. Cards 2. */
export function IssueCardModal({ customerId, isOpen, onClose }: IssueCardModalProps) {
  const router = useRouter();
  const session = useSession();
  const customer = useQuery({ ...customerQuery(session, customerId), enabled: isOpen }).data;
  const issue = useIssueCard();
  const [{ typed, label, type, source, key }, setFields] = useState(newFields);
  const [isTried, setIsTried] = useState(false);
  const isUnknown = isOutcomeUnknown(issue.error);
  const isLocked = isUnknown || issue.isPending;
  const renew = (next: Partial<Fields> = {}) => setFields((was) => ({ ...was, ...next, key: newIdempotencyKey() }));
  const change = (next: Partial<Fields>) => {
    if (!isLocked) renew(next);
  };
  const address = (typed ?? customer?.address ?? "").trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (issue.isPending || address === "") return;
    issue.mutate(
      {
        customerId,
        address1: address,
        type,
        source,
        ...(label.trim() === "" ? {} : { label: label.trim() }),
        idempotencyKey: key,
      },
      {
        onSuccess: (made) => {
          onClose();
          renew({ label: "" });
          showToast({ title: made ? texts.cardIssued : texts.cardOrdered });
          if (made) router.push(`/cards/${made.id}`);
        },
        onError: (error) => isRefused(error) && renew(),
      },
    );
  };
  return (
    <Modal title={texts.issueACard} isOpen={isOpen} onOpenChange={onClose}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <SheetBody>
          <div className="grid gap-4">
            <RadioChips
              legend={texts.type}
              options={TYPES}
              label={(option) => typeWord({ type: option })}
              control={(option) => ({
                name: "type",
                checked: type === option,
                "aria-disabled": isLocked,
                onChange: () => change({ type: option }),
              })}
            />
            <RadioChips
              legend={texts.paysFrom}
              options={SOURCES}
              label={(option) => (option === "WALLET" ? texts.wallet : texts.itsOwnBalance)}
              control={(option) => ({
                name: "source",
                checked: source === option,
                "aria-disabled": isLocked,
                onChange: () => change({ source: option }),
              })}
            />
            <p role="status" className="text-fg-2">
              {type === "VIRTUAL" ? texts.itWorksImmediately : texts.itIsShipped}{" "}
              {source === "WALLET" ? texts.eachPaymentAsksTheWallet : texts.itHasWhatYouPutOnIt}
            </p>
          </div>
          <Field
            label={type === "VIRTUAL" ? texts.billingAddress : texts.deliveryAddress}
            error={isTried && address === "" ? texts.enterAnAddress : undefined}
          >
            {(field) => (
              <Input
                {...field}
                maxLength={100}
                autoComplete="off"
                value={typed ?? customer?.address ?? ""}
                readOnly={isLocked}
                onChange={({ target }) => change({ typed: target.value })}
              />
            )}
          </Field>
          <Field label={texts.labelOptional}>
            {(field) => (
              <Input
                {...field}
                maxLength={100}
                autoComplete="off"
                value={label}
                readOnly={isLocked}
                onChange={({ target }) => change({ label: target.value })}
              />
            )}
          </Field>
          {issue.isError && <WriteProblem title={texts.notIssued} lost={texts.theAnswerWasLost} error={issue.error} />}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={issue.isPending}>
            {isUnknown ? texts.askAgain : texts.issueCard}
          </Button>
        </SheetFoot>
      </form>
    </Modal>
  );
}
