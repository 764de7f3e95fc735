"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { Passkey } from "../../../contract/passkeys.ts";
import { ownSessionsQuery, passkeysQuery, twoFactorQuery } from "../../../lib/api/me.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { lazySheet } from "../../layout/lazy.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { SettingsSkeleton } from "../settings-skeleton.tsx";
import type { PasskeyTask } from "./passkey-sheet.tsx";
import { texts } from "./texts.ts";

// Loaded when it is opened.
const PasskeySheet = lazySheet(
  () => import("./passkey-sheet.tsx").then((module) => module.PasskeySheet),
  ({ task }) => task !== undefined,
);

/** The user's passkeys: add, rename, remove. Dashboard 2.5, decision 0080. */
export function Passkeys() {
  const session = useSession();
  const queries = useQueryClient();
  const [task, setTask] = useState<PasskeyTask>();
  const read = useQuery(passkeysQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  const refresh = async () => {
    // Adding the first one ends other sessions, and removing the last one removes the recovery codes.
    void queries.invalidateQueries({ queryKey: twoFactorQuery(session).queryKey });
    void queries.invalidateQueries({ queryKey: ownSessionsQuery(session).queryKey });
    await queries.invalidateQueries({ queryKey: passkeysQuery(session).queryKey });
  };
  if (isLoading) return <SettingsSkeleton lines={2} what={texts.passkeys} />;
  if (!read.data)
    return <LoadProblem what={texts.yourPasskeys} error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <>
      {read.data.length === 0 ? (
        <p className="text-fg-2">{texts.youHaveNoPasskeys}</p>
      ) : (
        <ul aria-label={texts.passkeys2}>
          {read.data.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onTask={setTask} />
          ))}
        </ul>
      )}
      <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => setTask({ kind: "add" })}>
        {texts.addAPasskey}
      </Button>
      <PasskeySheet task={task} isLast={read.data.length === 1} onDone={refresh} onClose={() => setTask(undefined)} />
    </>
  );
}

function PasskeyLine({ passkey, onTask }: { passkey: Passkey; onTask: (task: PasskeyTask) => void }) {
  const { name, synced, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b py-2.5 last:border-b-0">
      <Icon of={KeyRound} className="text-fg-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 break-words font-medium">
          {name}
          {synced && <Chip tone="mute">{texts.synced}</Chip>}
        </p>
        <p className="text-fg-2 text-xs">
          {texts.added} <When at={createdAt} /> ·{" "}
          {lastUsedAt === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.lastUsed} {<When at={lastUsedAt} />}
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={texts.renameName(name)} onClick={() => onTask({ kind: "rename", passkey })}>
          {texts.rename}
        </Button>
        <Button size="small" aria-label={texts.removeName(name)} onClick={() => onTask({ kind: "remove", passkey })}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}
