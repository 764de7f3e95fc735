"use client";

import { useState, useSyncExternalStore } from "react";
import { PageHead } from "../layout/page-head.tsx";
import { PageSkeleton } from "../layout/page-skeleton.tsx";
import { CreateWalletForm } from "./create-wallet-form.tsx";

/** The page of the form. What was typed lies in this tab, so the form appears once the browser has the page. */
export function CreateWallet() {
  const isInBrowser = useSyncExternalStore(subscribe, getTrue, getFalse);
  const [round, setRound] = useState(0);
  if (!isInBrowser) return <PageSkeleton />;
  return (
    <>
      <PageHead back={{ href: "/wallets", label: "Wallets" }} title="New wallet" />
      <CreateWalletForm key={round} onAnother={() => setRound(round + 1)} />
    </>
  );
}

function subscribe() {
  return () => undefined;
}

function getTrue() {
  return true;
}

function getFalse() {
  return false;
}
