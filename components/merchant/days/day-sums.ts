/** Sums one figure over days. */
export function sumOf<Name extends string>(days: readonly Record<Name, number>[], name: Name): number {
  return days.reduce((sum, day) => sum + day[name], 0);
}

/** Axis label for kobo: `₦8m`, `₦1.5m`, `₦20k`, `₦0`. */
export function axisKobo(kobo: number): string {
  const naira = kobo / 100;
  const sign = naira < 0 ? "−" : "";
  const size = Math.abs(naira);
  const [factor, suffix] = size >= 1e9 ? [1e9, "bn"] : size >= 1e6 ? [1e6, "m"] : size >= 1e3 ? [1e3, "k"] : [1, ""];
  return `${sign}₦${Number((size / factor).toFixed(1))}${suffix}`;
}
