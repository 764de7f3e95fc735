import { texts } from "./texts.ts";

const MAX_KOBO = Number.MAX_SAFE_INTEGER;
const MINUS = "−";

/** The parts of an amount, so that a large figure can show its kobo in grey. */
export type AmountParts = { sign: "" | "−" | "+"; naira: string; kobo: string };

/**
 * Formats whole kobo: `50050` is `₦500.50`, `-2501000` is `−₦25,010.00` with a true minus. `signed` adds a plus to
 * positive amounts. @throws on a fraction of a kobo. Dashboard 6.
 */
export function formatKobo(kobo: number | bigint, options: { signed?: boolean } = {}): string {
  const parts = amountParts(kobo, options);
  return `${parts.sign}${parts.naira}${parts.kobo}`;
}

/** Like `formatKobo`, in parts: sign, `₦184,250`, `.00`. */
export function amountParts(kobo: number | bigint, options: { signed?: boolean } = {}): AmountParts {
  if (typeof kobo === "number" && !Number.isSafeInteger(kobo)) throw new RangeError("amounts are whole kobo");
  const value = BigInt(kobo);
  const absolute = value < 0n ? -value : value;
  const naira = String(absolute / 100n).replace(/\B(?=(\d{3})+$)/g, ",");
  return {
    sign: signOf(value, options.signed ?? false),
    naira: `₦${naira}`,
    kobo: `.${String(absolute % 100n).padStart(2, "0")}`,
  };
}

function signOf(value: bigint, signed: boolean): AmountParts["sign"] {
  if (value < 0n) return MINUS;
  return signed && value > 0n ? "+" : "";
}

/** Axis label for kobo: `₦8m`, `₦1.5m`, `₦20k`, `₦0`. */
export function axisKobo(kobo: number): string {
  const naira = kobo / 100;
  const sign = naira < 0 ? "−" : "";
  const size = Math.abs(naira);
  const [factor, suffix] = size >= 1e9 ? [1e9, "bn"] : size >= 1e6 ? [1e6, "m"] : size >= 1e3 ? [1e3, "k"] : [1, ""];
  return `${sign}₦${Number((size / factor).toFixed(1))}${suffix}`;
}

/** Why a text is not an amount, as a sentence for the person typing. */
const problems = {
  empty: texts.enterAnAmount,
  negative: texts.enterAnAmountAbove,
  comma: texts.aCommaGroupsThousands,
  decimals: texts.twoDecimalsAtMost,
  unfinished: texts.finishTheAmountAfter,
  unknown: texts.enterNairaAs1,
  large: texts.thisIsMoreThan,
} as const;
export type AmountProblem = keyof typeof problems;
export type ParsedAmount = { kobo: number } | { problem: AmountProblem; message: string };

/**
 * Parses a naira amount into whole kobo, or returns why it cannot. A comma groups thousands and never separates
 * decimals; at most two decimals; `20k` and `1.5m` are thousands and millions. Never rounds. Dashboard 5.7.
 */
export function parseKobo(text: string): ParsedAmount {
  let state = start;
  for (const character of text.trim().replace(/^(?:₦|NGN)\s*/i, "")) {
    const next = step(state, character);
    if (typeof next === "string") return rejected(next);
    state = next;
  }
  return finish(state);
}

type State = {
  at: "start" | "whole" | "group" | "point" | "fraction" | "space" | "suffix";
  kobo: bigint;
  /** Number of digits since the last comma or point. */
  digits: number;
};

const start: State = { at: "start", kobo: 0n, digits: 0 };
const SUFFIXES: Record<string, bigint> = { k: 1_000n, m: 1_000_000n };

function step(state: State, character: string): State | AmountProblem {
  if (state.at === "suffix") return "unknown";
  if (/[0-9]/.test(character)) return digit(state, BigInt(character));
  if (character === ",") return comma(state);
  if (character === ".") return point(state);
  if ((character === "-" || character === MINUS) && state.at === "start") return "negative";
  return tail(state, character.toLowerCase());
}

function digit(state: State, value: bigint): State | AmountProblem {
  if (state.at === "space") return "unknown";
  if (state.at === "point" || state.at === "fraction") {
    if (state.digits === 2) return "decimals";
    const worth = state.digits === 0 ? 10n : 1n;
    return { ...state, at: "fraction", kobo: state.kobo + value * worth, digits: state.digits + 1 };
  }
  if (state.at === "group" && state.digits === 3) return "comma";
  const at = state.at === "start" ? "whole" : state.at;
  return { ...state, at, kobo: state.kobo * 10n + value * 100n, digits: state.digits + 1 };
}

function comma(state: State): State | AmountProblem {
  const closesFirst = state.at === "whole" && state.digits <= 3;
  const closesGroup = state.at === "group" && state.digits === 3;
  return closesFirst || closesGroup ? { ...state, at: "group", digits: 0 } : "comma";
}

function point(state: State): State | AmountProblem {
  if (state.at === "group" && state.digits !== 3) return "comma";
  return state.at === "whole" || state.at === "group" ? { ...state, at: "point", digits: 0 } : "unknown";
}

function tail(state: State, character: string): State | AmountProblem {
  if (state.at === "start" || state.at === "point") return "unknown";
  if (state.at === "group" && state.digits !== 3) return "comma";
  if (/\s/.test(character)) return { ...state, at: "space" };
  const factor = SUFFIXES[character];
  return factor === undefined ? "unknown" : { ...state, at: "suffix", kobo: state.kobo * factor };
}

function finish(state: State): ParsedAmount {
  if (state.at === "start") return rejected("empty");
  if (state.at === "point") return rejected("unfinished");
  if (state.at === "group" && state.digits !== 3) return rejected("comma");
  if (state.kobo > BigInt(MAX_KOBO)) return rejected("large");
  return { kobo: Number(state.kobo) };
}

function rejected(problem: AmountProblem): ParsedAmount {
  return { problem, message: problems[problem] };
}
