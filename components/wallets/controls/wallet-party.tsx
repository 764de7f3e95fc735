import type { Wallet } from "../../../contract/wallets.ts";
import { clockTime } from "../../../lib/format/instant.ts";
import { Money } from "../../ui/money.tsx";
import { texts } from "./texts.ts";

/** The owner of the wallet, at the top of a form. */
export function WalletParty({ wallet, asOf }: { wallet: Wallet; asOf: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <div className="min-w-0">
        <p className="trim font-medium">{wallet.accountName}</p>
        <p className="font-mono text-fg-2 text-id">{wallet.accountNumber}</p>
      </div>
      <div className="text-right">
        <p className="font-medium">
          <Money kobo={wallet.availableBalance} />
        </p>
        <p className="text-fg-3 text-xs leading-5 tabular-nums">{texts.availableClockTime(clockTime(asOf))}</p>
      </div>
    </div>
  );
}
