"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { balanceAlertQuery } from "../../../lib/api/settings.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { can } from "../../../lib/permissions.ts";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { When } from "../../ui/when.tsx";
import { texts } from "./texts.ts";

/** The state of the low-balance alert, with a link to change it. Decision 0102. */
export function BalanceAlertCard() {
  const id = useId();
  const session = useSession();
  const read = useQuery(balanceAlertQuery(session));
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="mb-2 font-semibold text-md">
        {texts.lowBalanceAlert}
      </h2>
      {read.isPending && <Skeleton className="w-40" />}
      {read.isError && (
        <p role="alert" className="text-bad">
          {texts.couldNotLoadTheAlert}{" "}
          <button type="button" className="font-medium underline" onClick={() => void read.refetch()}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      {read.isSuccess && (
        <p className="text-fg-2">
          {read.data === null ? texts.noAlert : texts.alertBelow(formatKobo(read.data.threshold))}
        </p>
      )}
      {read.data?.belowSince && (
        <p className="mt-1 font-medium text-wait">
          {texts.belowSince} <When at={read.data.belowSince} isLong />
        </p>
      )}
      {read.isSuccess && can(session, "UPDATE_MERCHANT_DETAIL") && (
        <Link
          href="/settings/account"
          className="mt-2 inline-block rounded-small font-medium text-accent hover:underline"
        >
          {read.data === null ? texts.setAnAlert : texts.changeTheAlert}
        </Link>
      )}
    </section>
  );
}
