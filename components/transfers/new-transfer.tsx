"use client";

import { useSyncExternalStore } from "react";
import { PageHead } from "../layout/page-head.tsx";
import { PageSkeleton } from "../layout/page-skeleton.tsx";
import { TransferForm } from "./transfer-form.tsx";

/** The page of the money form. What was typed lies in this tab, so the form appears once the browser has the page. */
export function NewTransfer({ openedFrom }: { openedFrom: string }) {
  const isInBrowser = useSyncExternalStore(subscribe, getTrue, getFalse);
  if (!isInBrowser) return <PageSkeleton />;
  return (
    <>
      <PageHead back={{ href: "/transfers", label: "Transfers" }} title="New transfer" />
      <TransferForm openedFrom={openedFrom} />
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
