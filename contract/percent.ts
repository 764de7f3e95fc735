/** `97.4%`; never rounds up to 100%, since one failure must show. Null, without anything to divide, is a dash. Pure. */
export function percentText(percent: number | null): string {
  if (percent === null) return "–";
  return `${percent < 100 ? Math.min(Number(percent.toFixed(1)), 99.9) : 100}%`;
}
