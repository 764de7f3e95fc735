import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isPasted, useDebouncedValue } from "./use-debounced-value.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const renderText = () =>
  renderHook(({ typed }) => useDebouncedValue(typed, 400, { isImmediate: isPasted }), { initialProps: { typed: "" } });

/** Types a text key by key and returns every value that settled. */
function type(text: string, pauseMs: number) {
  const { result, rerender } = renderText();
  const seen = new Set<string>();
  for (let end = 1; end <= text.length; end += 1) {
    rerender({ typed: text.slice(0, end) });
    act(() => vi.advanceTimersByTime(pauseMs));
    seen.add(result.current[0]);
  }
  return { result, rerender, seen };
}

test("the first ten digits of a typed BVN never settle", () => {
  const { result, seen } = type("22212345678", 200);
  expect(seen).toEqual(new Set([""]));
  act(() => vi.advanceTimersByTime(400));
  expect(result.current[0]).toBe("22212345678");
});

test("pasted text settles immediately", () => {
  const { result, rerender } = renderText();
  rerender({ typed: "2204510003" });
  expect(result.current[0]).toBe("2204510003");
});

test("Enter settles without waiting", () => {
  const { result } = type("2204510003", 50);
  expect(result.current[0]).toBe("");
  act(() => result.current[1]());
  expect(result.current[0]).toBe("2204510003");
});
