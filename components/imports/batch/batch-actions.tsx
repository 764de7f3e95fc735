"use client";

import { Ban, Download, Undo2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Permission } from "../../../contract/permissions.ts";
import { type AnyBatch, openBatchRows, type RowResult } from "../../../lib/api/batches.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { countOf } from "../../../lib/format/names.ts";
import { can } from "../../../lib/permissions.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { saveFile } from "../../layout/page/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { isCancellable, isFinal, resultLabel } from "../batch-labels.ts";
import { texts } from "./texts.ts";

const BatchCancelDialog = lazySheet(() =>
  import("./batch-cancel-dialog.tsx").then((module) => module.BatchCancelDialog),
);

const BatchReverseDialog = lazySheet(() =>
  import("./batch-reverse-dialog.tsx").then((module) => module.BatchReverseDialog),
);

/** Cancel a batch that has not begun, download its rejected rows, fix them in the wizard, or reverse what it paid. Blocked buttons give the reason. */
export function BatchActions({ batch }: { batch: AnyBatch }) {
  const { bad, status } = batch;
  const session = useSession();
  const id = useId();
  const isOnline = useOnline();
  const [isCancelling, setIsCancelling] = useState(false);
  const { download, start } = useRowsDownload(batch);
  const permission = permissionOf(batch);
  const mayWrite = can(session, permission);
  const word = resultLabel(batch.kind, "bad");
  const obstacle = mayWrite ? (isOnline ? null : texts.youAreOffline) : texts.thisNeedsThePermission(permission);
  // A file has no payer: the merchant would pay its rows.
  const isFixable = isFinal(status) && bad > 0 && batch.payer === null;
  return (
    <div className="grid justify-items-end gap-1 max-md:w-full">
      <div className="flex flex-wrap items-center gap-2 max-md:w-full">
        {isCancellable(batch) && (
          <Button
            icon={Ban}
            isBlocked={obstacle !== null}
            aria-haspopup="dialog"
            aria-describedby={obstacle ? id : undefined}
            onClick={() => setIsCancelling(true)}
          >
            {texts.cancelBatch}
          </Button>
        )}
        {isReversible(batch) && <ReverseBatch batch={batch} obstacleId={obstacle ? id : undefined} />}
        {bad > 0 && (
          <Button icon={Download} isBusy={download.at === "running"} onClick={() => void start("bad")}>
            {texts.wordRows(word)}
          </Button>
        )}
        {isFixable &&
          (mayWrite ? (
            <ButtonLink variant="primary" href={`/imports/new?kind=${batch.kind}&from=${batch.batchId}`}>
              {texts.fixRows(countOf(bad, "row"))}
            </ButtonLink>
          ) : (
            <Button isBlocked aria-describedby={id}>
              {texts.fixRows(countOf(bad, "row"))}
            </Button>
          ))}
      </div>
      {obstacle && (isCancellable(batch) || isFixable || isReversible(batch)) && (
        <p id={id} className="text-fg-2 text-xs">
          {obstacle}
        </p>
      )}
      {download.at === "failed" && (
        <p role="alert" className="text-bad text-xs">
          {texts.theFileCouldNot}{" "}
          {download.error instanceof ServiceError ? download.error.message : texts.theLineWasCut}
        </p>
      )}
      <BatchCancelDialog batch={batch} isOpen={isCancelling} onClose={() => setIsCancelling(false)} />
    </div>
  );
}

/** Who could make its payments may also reverse them. */
function permissionOf({ kind, payer }: AnyBatch): Permission {
  if (kind === "create") return "CREATE_CUSTOMER_WALLET";
  return payer === null ? "WALLET_CREDIT_DEBIT" : "MANAGE_TRANSFER";
}

/** An ended batch that paid something. Reversals of bank transfers come from the bank. */
function isReversible({ kind, status, good }: AnyBatch): boolean {
  return (kind === "credit" || kind === "debit") && isFinal(status) && good > 0;
}

function ReverseBatch({ batch, obstacleId }: { batch: AnyBatch; obstacleId: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        icon={Undo2}
        isBlocked={obstacleId !== undefined}
        aria-haspopup="dialog"
        aria-describedby={obstacleId}
        onClick={() => setIsOpen(true)}
      >
        {texts.reverseBatch}
      </Button>
      <BatchReverseDialog batch={batch} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

type RowsDownload = { at: "idle" | "running" } | { at: "failed"; error: unknown };

/** Downloads a batch's rows as a file and saves it once it is complete. One at a time. */
function useRowsDownload({ kind, batchId, fileName }: Pick<AnyBatch, "kind" | "batchId" | "fileName">) {
  const session = useSession();
  const [download, setDownload] = useState<RowsDownload>({ at: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (end: RowResult) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setDownload({ at: "running" });
    try {
      const stream = await openBatchRows(session, { kind, batchId, end }, controller.signal);
      const own = fileName?.replace(/\.[^.]*$/, "").replace(/[/\\]/g, " ") || `${kind}-${batchId.slice(-8)}`;
      saveFile(await new Response(stream).blob(), `${own}-${end === "bad" ? "to-fix" : end}.csv`);
      setDownload({ at: "idle" });
    } catch (error) {
      if (!controller.signal.aborted) setDownload({ at: "failed", error });
    } finally {
      running.current = undefined;
    }
  };
  return { download, start };
}
