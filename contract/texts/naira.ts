/** Formats kobo for a text that names an amount: `₦1,250,000.00`. */
export function formatNaira(kobo: bigint): string {
  const naira = (kobo / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  return `₦${naira}.${(kobo % 100n).toString().padStart(2, "0")}`;
}
