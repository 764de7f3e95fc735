"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, TriangleAlert } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { pendingCountQuery } from "../../../lib/api/badges.ts";
import { restrictedKeysQuery } from "../../../lib/api/keys.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { accessKeysQuery, runningBatchesQuery, useSwitchMode } from "../../../lib/api/settings.ts";
import { can } from "../../../lib/permissions.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmWord, useConfirmWord } from "../../ui/confirm-word.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Sheet, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const modes = {
  SANDBOX: { other: "PRODUCTION", name: "live", word: "LIVE", now: "the sandbox" },
  PRODUCTION: { other: "SANDBOX", name: "sandbox", word: "SANDBOX", now: "live mode" },
} as const;

/** The counted effects of a switch, and a word to type. Dashboard 5.9. */
export function AccountModeSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { mode } = useSession();
  return (
    <Sheet title={`Switch to ${modes[mode].name}`} isOpen={isOpen} onOpenChange={onClose}>
      <AccountModeForm onCancel={onClose} />
    </Sheet>
  );
}

function AccountModeForm({ onCancel }: { onCancel: () => void }) {
  const { mode } = useSession();
  const isOnline = useOnline();
  const change = useSwitchMode();
  const { other, name, word, now } = modes[mode];
  const confirmation = useConfirmWord(word);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirmation.check() && isOnline && !change.isPending && !change.isSuccess) change.mutate(other);
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <Callout tone="wait" icon={TriangleAlert} title="Every call of your integration moves too">
          <p>
            From the moment of the switch all members and all keys act in{" "}
            {name === "live" ? "live mode" : "the sandbox"}. The keys of {now} are refused; calls need those of the
            other mode.
          </p>
          {other === "PRODUCTION" && <p>From then on real money moves.</p>}
        </Callout>
        <OpenWork />
        <p className="text-fg-2">
          Open approvals stay in {now} and wait until the account comes back; running batches end there. Colleagues’
          pages stop and ask to be loaded again; what they typed is not carried out.
        </p>
        <ConfirmWord confirmation={confirmation} />
        {change.isError && <WriteProblem title="The mode was not switched" error={change.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">You are offline.</p>}
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant={other === "PRODUCTION" ? "danger" : "primary"}
          icon={ArrowLeftRight}
          isBusy={change.isPending || change.isSuccess}
          isBlocked={!isOnline}
        >
          Switch to {name}
        </Button>
      </SheetFoot>
    </form>
  );
}

/** The data that the switch affects, as far as this user may see it. */
function OpenWork() {
  const session = useSession();
  const maySeeWork = can(session, "BROWSE_TRANSACTIONS");
  const approvals = useQuery({ ...pendingCountQuery(session, { status: "PENDING" }), enabled: maySeeWork });
  const batches = useQuery({ ...runningBatchesQuery(session), enabled: maySeeWork });
  const maySeeKeys = can(session, "BROWSE_KEYS");
  const pairs = useQuery({ ...accessKeysQuery(session), enabled: maySeeKeys, select: callsOf });
  const restricted = useQuery({ ...restrictedKeysQuery(session), enabled: maySeeKeys, select: callsOf });
  const calls = {
    isPending: pairs.isPending || restricted.isPending,
    data: pairs.data === undefined || restricted.data === undefined ? undefined : pairs.data + restricted.data,
  };
  return (
    <Facts>
      {maySeeKeys && <Fact name="Calls with keys in the last 24 hours">{counted(calls)}</Fact>}
      {maySeeWork && <Fact name="Open approvals">{counted(approvals)}</Fact>}
      {maySeeWork && <Fact name="Running batches">{counted(batches)}</Fact>}
    </Facts>
  );
}

function callsOf(keys: readonly { callsLastDay: number }[]): number {
  return keys.reduce((sum, { callsLastDay }) => sum + callsLastDay, 0);
}

function counted({ data, isPending }: { data: number | undefined; isPending: boolean }): ReactNode {
  if (isPending) return <Skeleton className="w-8" />;
  return data === undefined ? "not known" : data.toLocaleString("en-NG");
}
