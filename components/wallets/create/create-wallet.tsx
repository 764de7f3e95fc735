"use client";

import { useState } from "react";
import { useHydrated } from "../../layout/hooks/use-hydrated.ts";
import { PageHead } from "../../layout/page/page-head.tsx";
import { PageSkeleton } from "../../layout/page/page-skeleton.tsx";
import { CreateWalletForm } from "./create-wallet-form.tsx";
import { texts } from "./texts.ts";

/** The page of the form. The draft is in this tab's storage, so the form renders after hydration. */
export function CreateWallet() {
  const isHydrated = useHydrated();
  const [round, setRound] = useState(0);
  if (!isHydrated) return <PageSkeleton />;
  return (
    <>
      <PageHead back={{ href: "/wallets", label: texts.wallets }} title={texts.newWallet} />
      <CreateWalletForm key={round} onAnother={() => setRound(round + 1)} />
    </>
  );
}
