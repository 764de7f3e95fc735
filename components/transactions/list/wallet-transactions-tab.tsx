"use client";

import dynamic from "next/dynamic";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { texts } from "./texts.ts";

// Loaded with its tab: most visits to a wallet need only its recent activity.
const WalletTransactions = dynamic(
  () => import("./wallet-transactions.tsx").then((module) => module.WalletTransactions),
  { ssr: false, loading: () => <LoadingTransactions /> },
);

export function WalletTransactionsTab({ customerId }: { customerId: string }) {
  return <WalletTransactions customerId={customerId} />;
}

function LoadingTransactions() {
  return (
    <div className="animate-late py-4" aria-busy="true">
      <LoadingNote>{texts.loadingTransactions}</LoadingNote>
      <Skeleton className="h-control w-full" />
    </div>
  );
}
