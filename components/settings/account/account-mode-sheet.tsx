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
import { texts } from "./texts.ts";

const modes = {
  SANDBOX: { other: "PRODUCTION", name: "live", word: "LIVE", now: texts.theSandbox },
  PRODUCTION: { other: "SANDBOX", name: "sandbox", word: "SANDBOX", now: texts.liveMode },
} as const;

/** The counted effects of a switch, and a word to type. Dashboard 5.9. */
export function AccountModeSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { mode } = useSession();
  return (
    <Sheet title={texts.switchToModesName(modes[mode].name)} isOpen={isOpen} onOpenChange={onClose}>
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
        <Callout tone="wait" icon={TriangleAlert} title={texts.everyCallOfYour}>
          <p>
            {texts.fromTheMomentOf} {name === "live" ? texts.liveMode : texts.theSandbox}
            {texts.theKeysOfNow(now)}
          </p>
          {other === "PRODUCTION" && <p>{texts.fromThenOnReal}</p>}
        </Callout>
        <OpenWork />
        <p className="text-fg-2">{texts.openApprovalsStayIn(now)}</p>
        <ConfirmWord confirmation={confirmation} />
        {change.isError && <WriteProblem title={texts.theModeWasNot} error={change.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button
          type="submit"
          variant={other === "PRODUCTION" ? "danger" : "primary"}
          icon={ArrowLeftRight}
          isBusy={change.isPending || change.isSuccess}
          isBlocked={!isOnline}
        >
          {texts.switchToName(name)}
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
      {maySeeKeys && <Fact name={texts.callsWithKeysIn}>{counted(calls)}</Fact>}
      {maySeeWork && <Fact name={texts.openApprovals}>{counted(approvals)}</Fact>}
      {maySeeWork && <Fact name={texts.runningBatches}>{counted(batches)}</Fact>}
    </Facts>
  );
}

function callsOf(keys: readonly { callsLastDay: number }[]): number {
  return keys.reduce((sum, { callsLastDay }) => sum + callsLastDay, 0);
}

function counted({ data, isPending }: { data: number | undefined; isPending: boolean }): ReactNode {
  if (isPending) return <Skeleton className="w-8" />;
  return data === undefined ? texts.notKnown : data.toLocaleString("en-NG");
}
