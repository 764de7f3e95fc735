"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { countQuery } from "../../../lib/api/counts.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import type { Beginnings } from "./first-steps.ts";

// Only new merchants need it.
const FirstStepsList = dynamic(() => import("./first-steps-list.tsx").then((module) => module.FirstStepsList), {
  ssr: false,
});

/** The first steps of a new merchant, until it has a wallet and a transfer. Dashboard 2.5. */
export function FirstStepsSection() {
  const session = useSession();
  const seesWallets = can(session, "BROWSE_CUSTOMER_WALLETS");
  const seesMoney = can(session, "BROWSE_TRANSACTIONS");
  const wallets = useQuery({ ...countQuery(session, "wallets"), enabled: seesWallets }).data;
  const transfers = useQuery({ ...countQuery(session, "transfers"), enabled: seesMoney }).data;
  if (!isBeginning({ wallets, transfers })) return null;
  return <FirstStepsList wallets={wallets} transfers={transfers} />;
}

/** Whether the first steps apply: before the first wallet or the first transfer. */
export function isBeginning({ wallets, transfers }: Pick<Beginnings, "wallets" | "transfers">): boolean {
  return wallets === 0 || transfers === 0;
}
