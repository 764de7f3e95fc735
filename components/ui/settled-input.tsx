"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Input } from "./input.tsx";
import { useDebouncedValue } from "./use-debounced-value.ts";

const SETTLE_MS = 300;

type SettledInputProps = Omit<ComponentProps<typeof Input>, "value" | "onChange"> & {
  value: string | undefined;
  onText: (text: string | null) => void;
};

/** A search field that applies its text once typing pauses. */
export function SettledInput({ value = "", onText, ...rest }: SettledInputProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onText);
  latest.current = onText;
  // Text from outside needs no delay: it is applied already.
  const [settled] = useDebouncedValue(text, SETTLE_MS, { isImmediate: (next) => next === sent.current });
  // "Clear filters" and the browser's Back button change the value from outside.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const applied = settled.trim();
    if (applied === sent.current) return;
    sent.current = applied;
    latest.current(applied || null);
  }, [settled]);
  return (
    <Input
      {...rest}
      type="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
