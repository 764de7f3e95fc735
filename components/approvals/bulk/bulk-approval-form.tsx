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
        <ol aria-label="Requests">
          {items.map((item) => (
            <BulkApprovalLine key={item.id} item={item} line={bulk.lines.get(item.id) ?? { at: "next" }} />
          ))}
          <li className="flex min-h-row items-center justify-between gap-4 font-medium">
            <span>Total</span>
            <Money kobo={total} />
          </li>
        </ol>
        {!isBegun && <ProofFields proof={proof} items={items} total={total} />}
        {isBegun && !bulk.isRunning && <Outcome tally={tally} />}
      </SheetBody>
      <p role="status" className="sr-only">
        {bulk.isRunning && `${tally.done} approved, ${tally.left} left as they were, ${open} to go.`}
      </p>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">You are offline.</p>}
        <Button onClick={bulk.isRunning ? bulk.stop : onClose}>
          {bulk.isRunning ? "Stop after this one" : isBegun ? "Close" : "Cancel"}
        </Button>
        {(open > 0 || bulk.isRunning) && (
          <Button type="submit" variant="primary" isBusy={bulk.isRunning} isBlocked={!isOnline}>
            {isBegun ? `Go on with ${open}` : `Approve ${items.length}`}
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
      <p className="text-fg-2">
        They are approved one after the other, and each is checked again right before. What fails a check by then, or
        has changed since you chose it, stays as it is and says why.
      </p>
      <Field
        label="Type how many to approve"
        error={isTried && !isCounted ? `Type ${items.length} to approve.` : undefined}
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
    left > 0 && `${countOf(left, "request")} stayed as ${left === 1 ? "it was" : "they were"}.`,
    next > 0 && `${countOf(next, "request")} ${next === 1 ? "was" : "were"} not sent yet.`,
  ].filter((text) => text !== false);
  const isOver = next + unknown === 0;
  const tone = unknown > 0 || !isOver ? "wait" : left > 0 ? "bad" : "ok";
  const icons = { ok: Check, bad: CircleAlert, wait: Hourglass };
  return (
    <Callout role="status" tone={tone} icon={icons[tone]} title={`${countOf(done, "request")} approved`}>
      {rest.length > 0 && <p>{rest.join(" ")}</p>}
      {unknown > 0 && (
        <p>Of one we do not know yet. It cannot happen twice: going on asks for it again, with the same key.</p>
      )}
    </Callout>
  );
}
