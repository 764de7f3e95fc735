import type { Wallet } from "../../../contract/wallets.ts";
import { texts } from "./texts.ts";

/** `open`: possible, though another step comes first; `info`: not done by staff. */
export type KycState = "done" | "next" | "open" | "blocked" | "info";
export type KycStepId = "bvn" | "phone" | "tier2" | "nin" | "tier3";
export type KycStep = { id: KycStepId; state: KycState /** Why it is blocked. */; why: string | null };

type Known = Pick<Wallet, "tier" | "isBVNVerified" | "isNINVerified" | "isPhoneVerified">;

/** The steps from Tier 1 to Tier 3: done, next, and blocked by which missing steps. Spec 3.3, 4.17. Pure. */
export function kycPlan({ tier, isBVNVerified, isNINVerified, isPhoneVerified }: Known): KycStep[] {
  const missing = [!isBVNVerified && texts.aVerifiedBvn, !isNINVerified && texts.aVerifiedNin].filter(
    (document) => document !== false,
  );
  const steps: { id: KycStepId; isDone: boolean; why?: string | false }[] = [
    { id: "bvn", isDone: isBVNVerified },
    { id: "phone", isDone: isPhoneVerified },
    { id: "tier2", isDone: tier !== "TIER_1", why: !isBVNVerified && texts.tier2NeedsA },
    { id: "nin", isDone: isNINVerified },
    {
      id: "tier3",
      isDone: tier === "TIER_3",
      why: missing.length > 0 && texts.tier3NeedsMissing(missing.join(texts.and)),
    },
  ];
  const next = steps.find(({ id, isDone, why }) => !isDone && !why && id !== "phone")?.id;
  return steps.map(({ id, isDone, why }) => {
    if (isDone) return { id, state: "done", why: null };
    if (id === "phone") return { id, state: "info", why: null };
    if (why) return { id, state: "blocked", why };
    return { id, state: id === next ? "next" : "open", why: null };
  });
}
