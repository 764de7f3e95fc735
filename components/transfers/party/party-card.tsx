import { Ban, Check, Snowflake } from "lucide-react";
import type { ReactNode } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { initials } from "../../../lib/format/names.ts";
import { Chip } from "../../ui/chip.tsx";
import { Money } from "../../ui/money.tsx";
import type { PartySide } from "./party-side.ts";
import { texts } from "./texts.ts";

type PartyCardProps = { wallet: Wallet; side: PartySide; action?: ReactNode };

/** The owner of a wallet, so that nobody pays a bare number: name, status, account number, and restrictions for this side. */
export function PartyCard({ wallet, side, action }: PartyCardProps) {
  const isFrozen = wallet.status === "FROZEN";
  return (
    <div className="flex min-h-16 items-center gap-3 rounded-control border px-4 py-2.5">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-mute-tint font-semibold text-mute text-xs"
      >
        {initials(wallet.firstName, wallet.lastName)}
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="trim font-medium">{wallet.accountName}</strong>
          <Chip tone={isFrozen ? "ice" : "ok"} icon={isFrozen ? Snowflake : Check}>
            {isFrozen ? texts.frozen : texts.active}
          </Chip>
          {side === "to" && wallet.postNoCredit && (
            <Chip tone="wait" icon={Ban}>
              {texts.creditsBlocked}
            </Chip>
          )}
        </p>
        <p className="text-fg-2">
          <span className="font-mono text-id">{wallet.accountNumber}</span>
          {side === "from" && (
            <>
              {" · "}
              <Money kobo={wallet.availableBalance} /> {texts.available}
            </>
          )}
        </p>
        {isFrozen && <p className="text-fg-2 text-xs">{frozenText(wallet, side)}</p>}
      </div>
      {action}
    </div>
  );
}

function frozenText({ reason }: Wallet, side: PartySide): string {
  const effect = side === "from" ? texts.nothingCanBePaid : texts.nothingCanBePaidInto;
  return reason === null ? `${effect}.` : `${effect}: ${reason}`;
}
