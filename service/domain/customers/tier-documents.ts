/** What a tier asks for: `TIER_2` a verified BVN, `TIER_3` BVN and NIN. Names the first that is missing. Pure. Spec 3.3. */
export function missingDocument(
  verified: { isBvnVerified: boolean; isNinVerified: boolean },
  tier: 1 | 2 | 3,
): "BVN" | "NIN" | null {
  if (tier >= 2 && !verified.isBvnVerified) return "BVN";
  if (tier === 3 && !verified.isNinVerified) return "NIN";
  return null;
}
