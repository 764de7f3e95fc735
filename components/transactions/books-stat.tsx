"use client";

import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../lib/api/session-provider.tsx";
import { trialBalanceQuery } from "../../lib/api/transactions.ts";
import { can } from "../../lib/permissions.ts";
import { FailedStat, LoadingStat } from "../layout/stat-states.tsx";
import { Stat } from "../ui/stats.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { When } from "../ui/when.tsx";

const NAME = "Books";

/** Whether the last check found the books right, among the figures of the overview. */
export function BooksStat() {
  const session = useSession();
  const maySee = can(session, "BROWSE_TRANSACTIONS");
  const read = useQuery({ ...trialBalanceQuery(session), enabled: maySee });
  const isLoading = useSteadyLoading(read.isPending && maySee);
  if (!maySee) return null;
  if (isLoading) return <LoadingStat name={NAME} />;
  if (!read.data) return <FailedStat name={NAME} error={read.error} onRetry={() => void read.refetch()} />;
  const { balanced, checkedAt } = read.data;
  return (
    <Stat
      name={NAME}
      note={
        <>
          proven <When at={checkedAt} />
        </>
      }
    >
      {balanced ? "In balance" : <span className="text-bad">Out of balance</span>}
    </Stat>
  );
}
