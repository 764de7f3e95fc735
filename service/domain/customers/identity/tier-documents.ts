/**
 * Returns the first verified document that a tier requires and the customer lacks: `TIER_2` requires a BVN, `TIER_3` a
 * BVN and NIN. Pure. Spec 3.3.
 */
export function missingDocument(
  verified: { isBvnVerified: boolean; isNinVerified: boolean },
  tier: 1 | 2 | 3,
): "BVN" | "NIN" | null {
  if (tier >= 2 && !verified.isBvnVerified) return "BVN";
  if (tier === 3 && !verified.isNinVerified) return "NIN";
  return null;
}
