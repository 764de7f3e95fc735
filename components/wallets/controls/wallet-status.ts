import { Ban, Check, Fingerprint, type LucideIcon, Snowflake } from "lucide-react";
import type { WalletActivity } from "../../../contract/wallet-activity.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import type { Tone } from "../../ui/chip.tsx";

export type StatusAppearance = { tone: Tone; icon: LucideIcon; word: string };
type Freezable = Pick<Wallet, "status" | "freezeCause" | "isBVNVerificationRequired">;

/** Whether a failed identity check froze the wallet and is still unresolved, so that enabling would be refused. Spec 3.1. */
export function isIdentityFreeze(wallet: Freezable): boolean {
  return wallet.status === "FROZEN" && wallet.freezeCause === "identity" && wallet.isBVNVerificationRequired;
}

export function statusAppearance(wallet: Freezable): StatusAppearance {
  if (wallet.status === "ACTIVE") return { tone: "ok", icon: Check, word: "Active" };
  if (isIdentityFreeze(wallet)) return { tone: "bad", icon: Fingerprint, word: "Frozen · identity" };
  return { tone: "ice", icon: Snowflake, word: "Frozen" };
}

export const creditsBlocked: StatusAppearance = { tone: "wait", icon: Ban, word: "Credits blocked" };

export const tierNames: Record<Wallet["tier"], string> = { TIER_1: "Tier 1", TIER_2: "Tier 2", TIER_3: "Tier 3" };

/** The entry of a history, newest first, that began the current freeze; it names the actor. */
export function findFreeze(activity: readonly WalletActivity[]): WalletActivity | undefined {
  return activity.find(
    (line) =>
      line.kind === "audit" &&
      (line.action === "wallet.freeze" || (line.action === "wallet.create" && line.reason !== null)),
  );
}
