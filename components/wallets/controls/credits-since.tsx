import type { Wallet } from "../../../contract/wallets.ts";
import { When } from "../../ui/when.tsx";
import { texts } from "./texts.ts";

/** Why, by whom and since when credits are blocked; nothing while they are allowed. */
export function CreditsSince({ wallet }: { wallet: Wallet }) {
  const { postNoCreditAt: at, postNoCreditBy: by, postNoCreditReason: reason } = wallet;
  if (!wallet.postNoCredit || at === null) return null;
  return (
    <span className="grid min-w-0 gap-0.5">
      {reason !== null && <span className="wrap-anywhere">{reason}</span>}
      <span className="text-fg-2 text-xs">
        {by !== null && <>{texts.blockedBy(by)} · </>}
        <When at={at} isLong />
      </span>
    </span>
  );
}
