import type { Wallet } from "../../../contract/wallets.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PartyCard } from "./party-card.tsx";

/** A customer's side of a payment under review. */
export function ReviewedSide({ label, wallet }: { label: "From" | "To"; wallet: Wallet | undefined }) {
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
