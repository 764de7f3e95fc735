"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { PageHead } from "../../layout/page/page-head.tsx";
import { WalletSkeleton } from "../page/wallet-skeleton.tsx";
import { LookupResult } from "./lookup-result.tsx";
import { texts } from "./texts.ts";
import { useWalletLookup } from "./use-wallet-lookup.ts";

/** Redirects from an account number in the address to the wallet's page; reports an unknown number. */
export function AccountRedirect({ number }: { number: string }) {
  const lookup = useWalletLookup(number);
  const router = useRouter();
  const customerId = lookup.state === "found" ? lookup.wallet.customerId : undefined;
  useEffect(() => {
    if (customerId !== undefined) router.replace(`/wallets/${customerId}`);
  }, [customerId, router]);
  if (lookup.state === "found" || lookup.state === "loading") return <WalletSkeleton />;
  return (
    <>
      <PageHead back={{ href: "/wallets", label: texts.wallets }} title={texts.accountNumber} sub={number} />
      <div className="mt-6 max-w-sheet">
        <LookupResult lookup={lookup} />
      </div>
    </>
  );
}
