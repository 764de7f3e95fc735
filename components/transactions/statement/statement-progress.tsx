import { Ban, CircleAlert, CircleCheck, Download as DownloadIcon } from "lucide-react";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { countOf } from "../../../lib/format/names.ts";
import { RequestId } from "../../layout/page/load-problem.tsx";
import { Callout } from "../../ui/callout.tsx";
import type { Download, Progress } from "./use-statement-download.ts";

/** Progress or outcome of the download. */
export function StatementProgress({ download }: { download: Download }) {
  switch (download.at) {
    case "idle":
      return null;
    case "running":
      return (
        <Callout tone="info" icon={DownloadIcon} title="Downloading">
          <p className="tabular-nums">{progressText(download)}</p>
        </Callout>
      );
    case "done":
      return (
        <Callout role="status" tone="ok" icon={CircleCheck} title="Downloaded">
          <p className="tabular-nums">
            {progressText(download)}
            {download.rows === 0 && ". Nothing moved in these days."}
          </p>
        </Callout>
      );
    case "cancelled":
      return (
        <Callout role="status" tone="mute" icon={Ban} title="Cancelled">
          <p className="tabular-nums">Nothing was saved; {progressText(download)} had come.</p>
        </Callout>
      );
    case "failed":
      return <FailedDownload error={download.error} isBrokenOff={download.isBrokenOff} />;
  }
}

function FailedDownload({ error, isBrokenOff }: { error: unknown; isBrokenOff: boolean }) {
  const text = error instanceof ServiceError ? error.message : "The line was cut before the file was whole.";
  return (
    <Callout
      role="alert"
      tone="bad"
      icon={CircleAlert}
      title={isBrokenOff ? "The download broke off" : "The statement could not be made"}
    >
      <p>{isBrokenOff ? "Half a statement would mislead, so nothing was saved. Try again." : text}</p>
      <RequestId error={error} />
    </Callout>
  );
}

function progressText({ rows, bytes }: Progress): string {
  return `${countOf(rows, "row")}, ${sizeText(bytes)}`;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
