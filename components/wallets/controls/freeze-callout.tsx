import { Fingerprint, Snowflake } from "lucide-react";
import type { WalletActivity } from "../../../contract/wallet-activity.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import { Callout } from "../../ui/callout.tsx";
import { When } from "../../ui/when.tsx";
import { actorText } from "../page/activity-appearance.ts";
import { texts } from "./texts.ts";
import { isIdentityFreeze } from "./wallet-status.ts";

type FreezeCalloutProps = { wallet: Wallet; frozenBy: WalletActivity | undefined; blockedId: string };

/** Shown first on a frozen wallet: reason, actor and time; and why Enable is blocked after a failed identity check. */
export function FreezeCallout({ wallet, frozenBy, blockedId }: FreezeCalloutProps) {
  if (wallet.status !== "FROZEN") return null;
  const isIdentity = isIdentityFreeze(wallet);
  if (wallet.freezeCause === "emergency") {
    return (
      <Callout role="status" tone="ice" icon={Snowflake} title={texts.allWalletsAreFrozen} className="mt-5">
        <p>{wallet.reason}</p>
        <p id={blockedId}>{texts.aMainMerchantReleases}</p>
      </Callout>
    );
  }
  return (
    <Callout
      role="status"
      tone={isIdentity ? "bad" : "ice"}
      icon={isIdentity ? Fingerprint : Snowflake}
      title={isIdentity ? texts.frozenByAnIdentity(wallet.reason ?? texts.noReasonGiven) : texts.frozen}
      className="mt-5"
    >
      {isIdentity ? (
        <p id={blockedId}>{texts.enableStaysBlockedUntil}</p>
      ) : (
        <p>{wallet.reason ?? texts.noReasonIsOn}</p>
      )}
      <FrozenBy wallet={wallet} frozenBy={frozenBy} />
    </Callout>
  );
}

/** Actor and time of the freeze; the name arrives with the history. */
export function FrozenBy({ wallet, frozenBy }: { wallet: Wallet; frozenBy: WalletActivity | undefined }) {
  const at = wallet.frozenAt ?? frozenBy?.at;
  if (at === undefined) return null;
  const who = wallet.freezeCause === "identity" ? texts.theService : frozenBy && actorText(frozenBy);
  return (
    <p className="text-fg-2 text-xs">
      {who ? texts.byWho(who) : texts.since}
      <When at={at} isLong />
    </p>
  );
}
