/** Kobo as people read it, for texts that name amounts: `₦1,250,000.00`. */
export function nairaText(kobo: bigint): string {
  const naira = (kobo / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  return `₦${naira}.${(kobo % 100n).toString().padStart(2, "0")}`;
}
