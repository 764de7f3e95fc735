/** Sums one figure over days. */
export function sumOf<Name extends string>(days: readonly Record<Name, number>[], name: Name): number {
  return days.reduce((sum, day) => sum + day[name], 0);
}
