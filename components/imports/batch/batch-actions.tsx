"use client";

import { Ban, Download, Undo2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
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
  const { kind, bad, good, payer, status } = batch;
  const session = useSession();
  const id = useId();
  const isOnline = useOnline();
  const [isReversing, setIsReversing] = useState(false);
  const [isCancelling, setIsCancelling] = useState(false);
  const { download, start } = useRowsDownload(batch);
  const permission =
    kind === "create" ? "CREATE_CUSTOMER_WALLET" : payer === null ? "WALLET_CREDIT_DEBIT" : "MANAGE_TRANSFER";
  const mayWrite = can(session, permission);
  const word = resultLabel(kind, "bad");
  const obstacle = mayWrite ? (isOnline ? null : texts.youAreOffline) : texts.thisNeedsThePermission(permission);
  const isFixable = isFinal(status) && bad > 0;
  const isReversible = (kind === "credit" || kind === "debit") && isFinal(status) && good > 0;
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
        {isReversible && (
          <Button
            icon={Undo2}
            isBlocked={obstacle !== null}
            aria-haspopup="dialog"
            aria-describedby={obstacle ? id : undefined}
            onClick={() => setIsReversing(true)}
          >
            {texts.reverseBatch}
          </Button>
        )}
        {bad > 0 && (
          <Button icon={Download} isBusy={download.at === "running"} onClick={() => void start("bad")}>
            {texts.wordRows(word)}
          </Button>
        )}
        {isFixable &&
          (mayWrite ? (
            <ButtonLink variant="primary" href={`/imports/new?kind=${kind}&from=${batch.batchId}`}>
              {texts.fixRows(countOf(bad, "row"))}
            </ButtonLink>
          ) : (
            <Button isBlocked aria-describedby={id}>
              {texts.fixRows(countOf(bad, "row"))}
            </Button>
          ))}
      </div>
      {obstacle && (isCancellable(batch) || isFixable || isReversible) && (
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
      <BatchReverseDialog batch={batch} isOpen={isReversing} onClose={() => setIsReversing(false)} />
    </div>
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
