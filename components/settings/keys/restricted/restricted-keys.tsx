"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock, Plus, ShieldCheck } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { restrictedKeysQuery } from "../../../../lib/api/keys.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { countOf } from "../../../../lib/format/names.ts";
import { can } from "../../../../lib/permissions.ts";
import { AsOf } from "../../../layout/page/freshness.tsx";
import { LoadProblem } from "../../../layout/page/load-problem.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, TableSkeleton } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useSteadyLoading } from "../../../ui/use-steady-loading.ts";
import { RestrictedKeysSheets } from "../keys-sheets.tsx";
import { isEnded, KeyTaskContext, restrictedKeyColumns } from "./restricted-keys-columns.tsx";
import type { KeyTask } from "./restricted-keys-sheets.tsx";
import { texts } from "./texts.ts";

const MAX_KEYS = 50;

/** Keys with some permissions, for some addresses, until a time. Decision 0087. */
export function RestrictedKeys() {
  const session = useSession();
  const read = useQuery(restrictedKeysQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  const [task, setTask] = useState<KeyTask | null>(null);
  const mayCreate = can(session, "GENERATE_KEYS");
  const actions = useMemo(() => ({ mayChange: mayCreate, onTask: setTask }), [mayCreate]);
  const create = (
    <Button
      icon={mayCreate ? Plus : Lock}
      isBlocked={!mayCreate}
      aria-haspopup="dialog"
      onClick={() => setTask({ kind: "create" })}
    >
      {texts.newRestrictedKey}
    </Button>
  );
  const keys = read.data;
  return (
    <section aria-labelledby="restricted-keys" className="@container border-t pt-6">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 max-w-[560px]">
          <h2 id="restricted-keys" className="font-semibold text-md">
            {texts.restrictedKeys}
          </h2>
          <p className="mt-1 text-fg-2">{texts.onePerServerOr}</p>
        </div>
        {keys !== undefined && keys.length > 0 && create}
      </div>
      {isLoading && <TableSkeleton columns={restrictedKeyColumns} label={texts.loadingRestrictedKeys} />}
      {!isLoading && !keys && (
        <LoadProblem what={texts.theRestrictedKeys} error={read.error} onRetry={() => void read.refetch()} />
      )}
      {!isLoading && keys?.length === 0 && <NoKeys action={create} />}
      {!isLoading && keys !== undefined && keys.length > 0 && (
        <KeyTaskContext value={actions}>
          <DataTable
            caption={texts.restrictedKeysNewestFirst}
            columns={restrictedKeyColumns}
            rows={keys}
            getRowId={({ id }) => id}
            isQuiet={(key) => isEnded(key, Date.now())}
          />
          <p className="mt-4 text-fg-3 text-xs tabular-nums">
            {texts.keysOfInUse(countOf(keys.filter((key) => !isEnded(key, Date.now())).length, "key"), MAX_KEYS)}{" "}
            <AsOf read={read} />
          </p>
        </KeyTaskContext>
      )}
      <RestrictedKeysSheets task={task} onClose={() => setTask(null)} />
    </section>
  );
}

function NoKeys({ action }: { action: ReactNode }) {
  return (
    <EmptyState icon={ShieldCheck} title={texts.noRestrictedKeysYet} action={action}>
      <p>{texts.aReportServerThat}</p>
    </EmptyState>
  );
}
