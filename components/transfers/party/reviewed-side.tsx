import type { Wallet } from "../../../contract/wallets.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PartyCard } from "./party-card.tsx";
import { type PartySide, sideLabels } from "./party-side.ts";

/** A customer's side of a payment under review. */
export function ReviewedSide({ side, wallet }: { side: PartySide; wallet: Wallet | undefined }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium">{sideLabels[side]}</p>
      {wallet ? (
        <PartyCard wallet={wallet} side={side} />
      ) : (
        <div className="flex min-h-16 items-center rounded-control border px-4">
          <Skeleton className="w-48" />
        </div>
      )}
    </div>
  );
}
