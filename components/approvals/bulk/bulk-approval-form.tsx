"use client";

import { Check, CircleAlert, Hourglass } from "lucide-react";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";
import { countOf } from "../../../lib/format/names.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Money } from "../../ui/money.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { requiresTotalOf, totalOf } from "../approval-texts.ts";
import { isAmount, TotalField } from "../total-field.tsx";
import { BulkApprovalLine } from "./bulk-approval-line.tsx";
import { texts } from "./texts.ts";
import type { BulkLine, useBulkApproval } from "./use-bulk-approval.ts";

type BulkApprovalFormProps = {
  items: readonly PendingItem[];
  bulk: ReturnType<typeof useBulkApproval>;
  onClose: () => void;
};

/** Approves several requests: lists them, asks to type the count, then sends one after the other and shows each outcome. Dashboard 5.8. */
export function BulkApprovalForm({ items, bulk, onClose }: BulkApprovalFormProps) {
  const proof = useProof(items);
  const isOnline = useOnline();
  const tally = tallyOf(items, bulk.lines);
  const isBegun = bulk.lines.size > 0;
  const open = tally.next + tally.unknown;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOnline || bulk.isRunning || open === 0) return;
    if (isBegun || proof.check()) bulk.run();
  };
  const total = totalOf(items);
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <ol aria-label={texts.requests}>
          {items.map((item) => (
            <BulkApprovalLine key={item.id} item={item} line={bulk.lines.get(item.id) ?? { at: "next" }} />
          ))}
          <li className="flex min-h-row items-center justify-between gap-4 font-medium">
            <span>{texts.total}</span>
            <Money kobo={total} />
          </li>
        </ol>
        {!isBegun && <ProofFields proof={proof} items={items} total={total} />}
        {isBegun && !bulk.isRunning && <Outcome tally={tally} />}
      </SheetBody>
      <p role="status" className="sr-only">
        {bulk.isRunning && texts.doneApprovedLeftLeft(tally.done, tally.left, open)}
      </p>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={bulk.isRunning ? bulk.stop : onClose}>
          {bulk.isRunning ? texts.stopAfterThisOne : isBegun ? texts.close : texts.cancel}
        </Button>
        {(open > 0 || bulk.isRunning) && (
          <Button type="submit" variant="primary" isBusy={bulk.isRunning} isBlocked={!isOnline}>
            {isBegun ? texts.goOnWithOpen(open) : texts.approveCount(items.length)}
          </Button>
        )}
      </SheetFoot>
    </form>
  );
}

/** The texts to type before approving: the count, and for large sums the total. */
function useProof(items: readonly PendingItem[]) {
  const [count, setCount] = useState("");
  const [total, setTotal] = useState("");
  const [isTried, setIsTried] = useState(false);
  const countInput = useRef<HTMLInputElement>(null);
  const totalInput = useRef<HTMLInputElement>(null);
  const requiresTotal = requiresTotalOf(items);
  const isCounted = count.trim() === String(items.length);
  const isSummed = !requiresTotal || isAmount(total, totalOf(items));
  const check = () => {
    setIsTried(true);
    if (!isCounted) focus(countInput);
    else if (!isSummed) focus(totalInput);
    return isCounted && isSummed;
  };
  return { count, setCount, total, setTotal, isTried, isCounted, requiresTotal, countInput, totalInput, check };
}

function focus({ current }: RefObject<HTMLInputElement | null>): void {
  current?.focus();
}

type ProofFieldsProps = { proof: ReturnType<typeof useProof>; items: readonly PendingItem[]; total: bigint };

function ProofFields({ proof, items, total }: ProofFieldsProps) {
  const { count, setCount, isTried, isCounted, countInput } = proof;
  return (
    <div className="grid gap-5">
      <p className="text-fg-2">{texts.theyAreApprovedOne}</p>
      <Field
        label={texts.typeHowManyTo}
        error={isTried && !isCounted ? texts.typeCountToApprove(items.length) : undefined}
        aside={<span className="text-fg-3 text-xs tabular-nums">{items.length}</span>}
      >
        {(field) => (
          <Input
            {...field}
            ref={countInput}
            inputMode="numeric"
            autoComplete="off"
            value={count}
            onChange={(event) => setCount(event.target.value)}
          />
        )}
      </Field>
      {proof.requiresTotal && (
        <TotalField
          kobo={total}
          typed={proof.total}
          onTyped={proof.setTotal}
          isTried={isTried}
          isFixed={false}
          inputRef={proof.totalInput}
        />
      )}
    </div>
  );
}

type Tally = Record<"next" | "done" | "left" | "unknown", number>;

function tallyOf(items: readonly PendingItem[], lines: ReadonlyMap<string, BulkLine>): Tally {
  const tally: Tally = { next: 0, done: 0, left: 0, unknown: 0 };
  for (const { id } of items) {
    const at = lines.get(id)?.at ?? "next";
    tally[at === "now" ? "next" : at] += 1;
  }
  return tally;
}

function Outcome({ tally: { next, done, left, unknown } }: { tally: Tally }) {
  const rest = [
    left > 0 && texts.requestsStayedAs(countOf(left, "request"), left === 1 ? texts.itWas : texts.theyWere),
    next > 0 && texts.requestsNotSentYet(countOf(next, "request"), next === 1 ? "was" : "were"),
  ].filter((text) => text !== false);
  const isOver = next + unknown === 0;
  const tone = unknown > 0 || !isOver ? "wait" : left > 0 ? "bad" : "ok";
  const icons = { ok: Check, bad: CircleAlert, wait: Hourglass };
  return (
    <Callout role="status" tone={tone} icon={icons[tone]} title={texts.requestsApproved(countOf(done, "request"))}>
      {rest.length > 0 && <p>{rest.join(" ")}</p>}
      {unknown > 0 && <p>{texts.ofOneWeDo}</p>}
    </Callout>
  );
}
