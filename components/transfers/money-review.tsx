import type { Wallet } from "../../contract/wallets.ts";
import { amountInWords } from "../../lib/format/amount-words.ts";
import { Figure } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { MerchantSide } from "./party/merchant-side.tsx";
import { PartyCard } from "./party/party-card.tsx";
import { type Party, walletOf } from "./party/use-party.ts";

/** The complete payment before submission, without inputs. */
export function MoneyReview({ from, to, amount }: { from: Party; to: Party; amount: number }) {
  return (
    <div className="grid max-w-form gap-5">
      <div>
        <p className="font-medium">Amount</p>
        <p className="mt-1 font-semibold text-xl">
          <Figure kobo={amount} />
        </p>
        <p className="text-fg-2">{amountInWords(amount)}</p>
      </div>
      {from.state === "merchant" ? <MerchantSide label="From" /> : <Side label="From" wallet={walletOf(from)} />}
      {to.state === "merchant" ? <MerchantSide label="To" /> : <Side label="To" wallet={walletOf(to)} />}
    </div>
  );
}

function Side({ label, wallet }: { label: "From" | "To"; wallet: Wallet | undefined }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium">{label}</p>
      {wallet ? (
        <PartyCard wallet={wallet} side={label === "From" ? "from" : "to"} />
      ) : (
        <div className="flex min-h-16 items-center rounded-control border px-4">
          <Skeleton className="w-48" />
        </div>
      )}
    </div>
  );
}
