import { Ban, Check, Fingerprint, type LucideIcon, Snowflake } from "lucide-react";
import type { WalletActivity } from "../../../contract/wallet-activity.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import type { Tone } from "../../ui/chip.tsx";
import { texts } from "./texts.ts";

export type StatusAppearance = { tone: Tone; icon: LucideIcon; word: string };
type Freezable = Pick<Wallet, "status" | "freezeCause" | "isBVNVerificationRequired">;

/** Whether a failed identity check froze the wallet and is still unresolved, so that enabling would be refused. Spec 3.1. */
export function isIdentityFreeze(wallet: Freezable): boolean {
  return wallet.status === "FROZEN" && wallet.freezeCause === "identity" && wallet.isBVNVerificationRequired;
}

export function statusAppearance(wallet: Freezable): StatusAppearance {
  if (wallet.status === "ACTIVE") return { tone: "ok", icon: Check, word: texts.active };
  if (isIdentityFreeze(wallet)) return { tone: "bad", icon: Fingerprint, word: texts.frozenIdentity };
  return { tone: "ice", icon: Snowflake, word: texts.frozen };
}

export const creditsBlocked: StatusAppearance = { tone: "wait", icon: Ban, word: texts.creditsBlocked };

export const tierNames: Record<Wallet["tier"], string> = {
  TIER_1: texts.tier1,
  TIER_2: texts.tier2,
  TIER_3: texts.tier3,
};

/** The entry of a history, newest first, that began the current freeze; it names the actor. */
export function findFreeze(activity: readonly WalletActivity[]): WalletActivity | undefined {
  return activity.find(
    (line) =>
      line.kind === "audit" &&
      (line.action === "wallet.freeze" || (line.action === "wallet.create" && line.reason !== null)),
  );
}
