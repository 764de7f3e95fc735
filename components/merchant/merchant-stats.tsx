"use client";

import { useQuery } from "@tanstack/react-query";
import { merchantWalletQuery } from "../../lib/api/merchant.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { AsOf } from "../layout/freshness.tsx";
import { FailedStat, LoadingStat } from "../layout/stat-states.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { IdText } from "../ui/facts.tsx";
import { Figure } from "../ui/money.tsx";
import { Stat } from "../ui/stats.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";

/** The merchant's own money of this mode, among the figures of the overview; it fails alone. */
export function MerchantStats() {
  const session = useSession();
  const maySee = can(session, "BROWSE_MERCHANT_WALLET");
  const read = useQuery({ ...merchantWalletQuery(session), enabled: maySee });
  const isLoading = useSteadyLoading(read.isPending && maySee);
  if (!maySee) return null;
  if (isLoading) {
    return (
      <>
        <LoadingStat name="Merchant wallet" isWide />
        <LoadingStat name="Account number" />
      </>
    );
  }
  if (!read.data)
    return <FailedStat name="Merchant wallet" isWide error={read.error} onRetry={() => void read.refetch()} />;
  const { availableBalance, accountNumber, bankName } = read.data;
  return (
    <>
      <Stat name="Merchant wallet" note={<AsOf read={read} />} isWide>
        <Figure kobo={availableBalance} />
      </Stat>
      <Stat name="Account number" note={bankName}>
        <IdText text={accountNumber}>
          <CopyButton value={accountNumber} label="merchant account number" />
        </IdText>
      </Stat>
    </>
  );
}
