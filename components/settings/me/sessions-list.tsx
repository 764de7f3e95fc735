"use client";

import { useQuery } from "@tanstack/react-query";
import { Code, Monitor } from "lucide-react";
import { useRef } from "react";
import { type OwnSession, ownSessionsQuery, useEndOtherSessions, useEndSession } from "../../../lib/api/me.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { SettingsSkeleton } from "../settings-skeleton.tsx";
import { browserName } from "./browser-name.ts";
import { texts } from "./texts.ts";

/** The user's sessions, the last used first; one of them or all others can be ended. Dashboard 2.5. */
export function SessionsList() {
  const session = useSession();
  const read = useQuery(ownSessionsQuery(session));
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const isLoading = useSteadyLoading(read.isPending);
  const list = useRef<HTMLUListElement>(null);
  // The pressed button disappears with the session it ended.
  const focusList = { onSuccess: () => list.current?.focus() };
  if (isLoading) return <SettingsSkeleton lines={3} what={texts.sessions} />;
  if (!read.data) {
    return <LoadProblem what={texts.yourSessions} error={read.error} onRetry={() => void read.refetch()} />;
  }
  const isEnding = end.isPending || endOthers.isPending;
  const problem = end.error ?? endOthers.error;
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={texts.sessions2} className="outline-none">
        {read.data.map((one) => (
          <SessionLine key={one.id} one={one} isEnding={isEnding} onEnd={() => end.mutate(one.id, focusList)} />
        ))}
      </ul>
      {problem && <WriteProblem title={texts.theSessionWasNot} error={problem} />}
      {read.data.some(({ current }) => !current) ? (
        <Button className="justify-self-start" isBusy={isEnding} onClick={() => endOthers.mutate(undefined, focusList)}>
          {texts.endAllOtherSessions}
        </Button>
      ) : (
        <p className="text-fg-2">{texts.youAreSignedIn}</p>
      )}
    </>
  );
}

type SessionLineProps = { one: OwnSession; isEnding: boolean; onEnd: () => void };

function SessionLine({ one, isEnding, onEnd }: SessionLineProps) {
  const name = one.channel === "api" ? texts.apiClient : browserName(one.userAgent);
  return (
    <li className="flex items-center gap-3 border-b py-2.5 last:border-b-0">
      <Icon of={one.channel === "api" ? Code : Monitor} className="text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium" title={one.userAgent ?? undefined}>
          {name}
          {one.current && <Chip tone="ok">{texts.thisOne}</Chip>}
        </p>
        <p className="text-fg-2 text-xs">
          {one.merchant} · {one.address ?? texts.addressNotKnown} {texts.since} <When at={one.createdAt} />{" "}
          {texts.lastUsed} <When at={one.lastUsedAt} />
        </p>
      </div>
      {!one.current && (
        <Button size="small" isBlocked={isEnding} aria-label={texts.endTheSessionOf(name)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
