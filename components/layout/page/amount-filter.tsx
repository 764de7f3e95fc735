"use client";

import { useEffect, useId, useRef, useState } from "react";
import { nairaText, parseOptionalNaira } from "../../../lib/format/naira-text.ts";
import { Input } from "../../ui/input.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { texts } from "./texts.ts";

const SETTLE_MS = 400;

/** Kobo, both included. */
type Amounts = { minAmount?: number | undefined; maxAmount?: number | undefined };
type AmountFilterProps = {
  amounts: Amounts;
  set(change: { minAmount?: number | null; maxAmount?: number | null }): void;
};

/** The amounts of a list, typed in naira and kept in kobo. They apply once typing pauses. */
export function AmountFilter({ amounts, set }: AmountFilterProps) {
  const problemId = useId();
  const { minAmount, maxAmount } = amounts;
  const [problems, setProblems] = useState<{ minAmount?: string | undefined; maxAmount?: string | undefined }>({});
  const isBackward = minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount;
  const problem = problems.minAmount ?? problems.maxAmount ?? (isBackward ? texts.theSmallestAmountIs : undefined);
  return (
    <>
      <div className="flex gap-2 max-md:w-full">
        {(["minAmount", "maxAmount"] as const).map((name) => (
          <AmountInput
            key={name}
            label={name === "minAmount" ? texts.amountFrom : texts.amountTo}
            kobo={amounts[name] ?? null}
            problemId={problems[name] !== undefined || isBackward ? problemId : undefined}
            onKobo={(kobo) => set({ [name]: kobo })}
            onProblem={(text) => setProblems((known) => ({ ...known, [name]: text }))}
          />
        ))}
      </div>
      {problem !== undefined && (
        <p id={problemId} role="alert" className="w-full text-bad text-xs">
          {problem}
        </p>
      )}
    </>
  );
}

type AmountInputProps = {
  label: string;
  kobo: number | null;
  problemId: string | undefined;
  onKobo: (kobo: number | null) => void;
  onProblem: (text: string | undefined) => void;
};

function AmountInput({ label, kobo, problemId, onKobo, onProblem }: AmountInputProps) {
  const [text, setText] = useState(nairaText(kobo));
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  const applied = useRef(kobo);
  const latest = useRef({ onKobo, onProblem });
  latest.current = { onKobo, onProblem };
  // "Clear filters", a saved view and the browser's Back button change the amount from outside.
  useEffect(() => {
    if (kobo === applied.current) return;
    applied.current = kobo;
    setText(nairaText(kobo));
  }, [kobo]);
  useEffect(() => {
    const read = parseOptionalNaira(settled);
    latest.current.onProblem("kobo" in read ? undefined : read.message);
    if (!("kobo" in read) || read.kobo === applied.current) return;
    applied.current = read.kobo;
    latest.current.onKobo(read.kobo);
  }, [settled]);
  return (
    <Input
      prefix="₦"
      aria-label={label}
      placeholder={label}
      aria-describedby={problemId}
      aria-invalid={problemId !== undefined || undefined}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      value={text}
      onChange={({ target }) => setText(target.value)}
      className="max-md:min-w-0 max-md:flex-1 md:w-40"
    />
  );
}
