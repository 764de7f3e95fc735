"use client";

import { useQuery } from "@tanstack/react-query";
import { merchantWalletQuery } from "../../lib/api/merchant.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { AsOf } from "../layout/freshness.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { IdText } from "../ui/facts.tsx";
import { Figure } from "../ui/money.tsx";
import { Bone } from "../ui/skeleton.tsx";
import { Stat, Stats } from "../ui/stats.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";

/** The merchant's own money of this mode. It fails alone: the rest of the page does not wait for it. */
export function MerchantBalance() {
  const session = useSession();
  const maySee = can(session, "BROWSE_MERCHANT_WALLET");
  const read = useQuery({ ...merchantWalletQuery(session), enabled: maySee });
  const isLoading = useSteadyLoading(read.isPending && maySee);
  if (!maySee) return <p className="mt-6 text-fg-2">Your role ({session.role}) cannot see the merchant wallet.</p>;
  if (isLoading || (read.isPending && maySee)) return <LoadingBalance />;
  if (!read.data) {
    return (
      <div role="alert" className="mt-6 flex flex-wrap items-center gap-3">
        <p className="text-bad">Could not load the merchant wallet. {read.error?.message}</p>
        <Button size="small" onClick={() => void read.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const wallet = read.data;
  return (
    <Stats>
      <Stat name="Merchant wallet" note={<AsOf read={read} />} isWide>
        <Figure kobo={wallet.availableBalance} />
      </Stat>
      <Stat name="Booked balance" note="before anything set aside">
        <Figure kobo={wallet.bookedBalance} />
      </Stat>
      <Stat name="Account number" note={wallet.bankName}>
        <IdText text={wallet.accountNumber}>
          <CopyButton value={wallet.accountNumber} label="merchant account number" />
        </IdText>
      </Stat>
    </Stats>
  );
}

function LoadingBalance() {
  return (
    <Stats>
      {["Merchant wallet", "Booked balance", "Account number"].map((name, index) => (
        <Stat key={name} name={name} note={<Bone className="w-24" />} isWide={index === 0}>
          <Bone className="h-5 w-40" />
        </Stat>
      ))}
    </Stats>
  );
}
