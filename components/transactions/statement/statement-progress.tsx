import { Ban, CircleAlert, CircleCheck, Download as DownloadIcon } from "lucide-react";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { countOf } from "../../../lib/format/names.ts";
import { RequestId } from "../../layout/page/load-problem.tsx";
import { Callout } from "../../ui/callout.tsx";
import { texts } from "./texts.ts";
import type { Download, Progress } from "./use-statement-download.ts";

/** Progress or outcome of the download. */
export function StatementProgress({ download }: { download: Download }) {
  switch (download.at) {
    case "idle":
      return null;
    case "running":
      return (
        <Callout tone="info" icon={DownloadIcon} title={texts.downloading}>
          <p className="tabular-nums">{progressText(download)}</p>
        </Callout>
      );
    case "done":
      return (
        <Callout role="status" tone="ok" icon={CircleCheck} title={texts.downloaded}>
          <p className="tabular-nums">
            {progressText(download)}
            {download.rows === 0 && texts.nothingMovedInThese}
          </p>
        </Callout>
      );
    case "cancelled":
      return (
        <Callout role="status" tone="mute" icon={Ban} title={texts.cancelled}>
          <p className="tabular-nums">{texts.nothingWasSavedProgress(progressText(download))}</p>
        </Callout>
      );
    case "failed":
      return <FailedDownload error={download.error} isBrokenOff={download.isBrokenOff} />;
  }
}

function FailedDownload({ error, isBrokenOff }: { error: unknown; isBrokenOff: boolean }) {
  const text = error instanceof ServiceError ? error.message : texts.theLineWasCut;
  return (
    <Callout
      role="alert"
      tone="bad"
      icon={CircleAlert}
      title={isBrokenOff ? texts.theDownloadBrokeOff : texts.theStatementCouldNot}
    >
      <p>{isBrokenOff ? texts.halfAStatementWould : text}</p>
      <RequestId error={error} />
    </Callout>
  );
}

function progressText({ rows, bytes }: Progress): string {
  return rows === null ? sizeText(bytes) : `${countOf(rows, "row")}, ${sizeText(bytes)}`;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return texts.bytesBytes(bytes);
  return bytes < 1_000_000 ? texts.roundKb(Math.round(bytes / 1_000)) : texts.mb((bytes / 1_000_000).toFixed(1));
}
