import { freezeReasons } from "../../contract/texts/customers.ts";
import type { SettingsRow } from "../db/merchant/settings.ts";
import type { FreezeRow } from "../db/wallets/wallets.ts";
import { Failure } from "./failure.ts";

/** A wallet as its state machine sees it: frozen with a cause and a reason, or active. Spec 3.1. */
export type FreezableWallet = { freeze: FreezeRow | null; isBvnVerified: boolean };

/**
 * The freeze that staff put on an active wallet. Pure. Spec 3.1, api 3.
 * @throws `wallet_already_frozen`: a stored reason is never overwritten.
 */
export function freeze(wallet: FreezableWallet, reason: string, at: Date): FreezeRow {
  if (wallet.freeze) throw new Failure("wallet_already_frozen");
  return { cause: "staff", reason, at };
}

/**
 * The freeze after a failed identity check; `null` if an earlier check already froze the wallet. After a staff freeze, the new
 * reason includes the staff's reason, and enabling also requires a verified BVN. Pure. Spec 3.1.
 */
export function freezeByCheck({ freeze: before }: FreezableWallet, reason: string, at: Date): FreezeRow | null {
  if (!before) return { cause: "identity", reason, at };
  if (before.cause === "identity") return null;
  return { cause: "identity", reason: freezeReasons.withEarlierReason(reason, before.reason), at: before.at };
}

/**
 * Whether a frozen wallet may be enabled: `null`, or the refusal that quotes the stored reason when a failed identity check
 * froze it and the BVN is still not verified. Pure. Spec 3.1.
 * @throws `wallet_already_active`
 */
export function refusalOfEnabling(wallet: FreezableWallet): Failure | null {
  if (!wallet.freeze) throw new Failure("wallet_already_active");
  if (wallet.freeze.cause === "staff" || wallet.isBvnVerified) return null;
  return new Failure("wallet_frozen_by_identity_check", {
    message: freezeReasons.enablingRefused(wallet.freeze.reason),
  });
}

/** The emergency freeze of all wallets of a mode on the wire; `null` without one. Decision 0074. */
export function walletFreezeOf({ walletsFrozenAt, walletsFrozenReason, walletsFrozenBy }: SettingsRow) {
  if (!walletsFrozenAt) return null;
  return { frozenAt: walletsFrozenAt.toISOString(), reason: walletsFrozenReason ?? "", by: walletsFrozenBy ?? "" };
}
