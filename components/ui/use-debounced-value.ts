"use client";

import { useEffect, useState } from "react";

type Options<Value> = {
  /** A change that takes effect immediately. */
  isImmediate?: (value: Value, previous: Value) => boolean;
};

/** Returns the value after it has not changed for `ms`, and a function that ends the wait. */
export function useDebouncedValue<Value>(
  value: Value,
  ms: number,
  { isImmediate = () => false }: Options<Value> = {},
): [debounced: Value, flush: () => void] {
  const [debounced, setDebounced] = useState(value);
  const [previous, setPrevious] = useState(value);
  if (previous !== value) {
    setPrevious(value);
    if (isImmediate(value, previous)) setDebounced(value);
  }
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return [debounced, () => setDebounced(value)];
}

/** Whether text was pasted rather than typed: more than one character changed. */
export function isPasted(text: string, previous: string): boolean {
  return Math.abs(text.length - previous.length) > 1;
}
