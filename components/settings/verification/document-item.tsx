"use client";

import { CircleAlert, CircleCheck, CircleDashed, Download, FileUp, Hourglass, type LucideIcon } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { BusinessDocument } from "../../../contract/business-verification.ts";
import { DOCUMENT_MIB, type DocumentKind } from "../../../contract/document-kinds.ts";
import { useDownloadDocument, useUploadDocument } from "../../../lib/api/verification.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { saveFile } from "../../layout/page/save-file.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip, type Tone } from "../../ui/chip.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { When } from "../../ui/when.tsx";
import { documentTexts } from "./document-texts.ts";
import { texts } from "./texts.ts";

type Item = { kind: DocumentKind; document: BusinessDocument | undefined; isOwner: boolean; isOpen: boolean };

const states: Record<BusinessDocument["state"] | "missing", { tone: Tone; icon: LucideIcon; word: string }> = {
  missing: { tone: "mute", icon: CircleDashed, word: texts.missing },
  uploaded: { tone: "info", icon: FileUp, word: texts.notSubmitted },
  under_review: { tone: "wait", icon: Hourglass, word: texts.underReview },
  accepted: { tone: "ok", icon: CircleCheck, word: texts.accepted },
  refused: { tone: "bad", icon: CircleAlert, word: texts.refused },
};

/** One document: its state, what is accepted, and its file, which a main merchant chooses, replaces or downloads. */
export function DocumentItem({ kind, document, isOwner, isOpen }: Item) {
  const { name, hint } = documentTexts[kind];
  const { tone, icon, word } = states[document?.state ?? "missing"];
  const mayUpload = isOwner && isOpen && document?.state !== "accepted";
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-medium">{name}</h3>
        <Chip tone={tone} icon={icon}>
          {word}
        </Chip>
      </div>
      <p className="text-fg-2">{hint}</p>
      {document && <FileFacts document={document} />}
      {document?.state === "refused" && document.reason && (
        <p className="min-w-0 break-words font-medium text-bad">{texts.why(document.reason)}</p>
      )}
      {isOwner && <Actions kind={kind} document={document} mayUpload={mayUpload} />}
    </li>
  );
}

function FileFacts({ document: { fileName, bytes, uploadedAt, uploadedBy } }: { document: BusinessDocument }) {
  return (
    <p className="min-w-0 text-fg-2">
      <span className="break-all text-fg">{fileName}</span>
      {" · "}
      <span className="whitespace-nowrap tabular-nums">{sizeText(bytes)}</span>
      {" · "}
      <When at={uploadedAt} isLong /> <span className="break-words">{texts.uploadedBy(uploadedBy)}</span>
    </p>
  );
}

function Actions({ kind, document, mayUpload }: Pick<Item, "kind" | "document"> & { mayUpload: boolean }) {
  const { name } = documentTexts[kind];
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const upload = useUploadDocument(kind, setShare);
  const isOnline = useOnline();
  const problemId = useId();
  const send = (file: File) => {
    setShare(0);
    upload.mutate(file, { onSuccess: () => showToast({ title: texts.uploaded(name) }) });
  };
  const choose = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    upload.reset();
    const problem = problemOf(file);
    setRefusal(problem);
    if (problem === undefined) send(file);
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {mayUpload && (
          <>
            <input
              ref={input}
              type="file"
              accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
              className="hidden"
              tabIndex={-1}
              onChange={({ target }) => {
                choose(target.files?.[0]);
                // So that the same file can be chosen again.
                target.value = "";
              }}
            />
            <Button
              icon={FileUp}
              isBusy={upload.isPending}
              isBlocked={!isOnline}
              aria-label={document ? texts.replace(name) : texts.chooseFile(name)}
              aria-describedby={refusal ? problemId : undefined}
              onClick={() => input.current?.click()}
            >
              {document ? texts.replaceShort : texts.chooseShort}
            </Button>
          </>
        )}
        {document && <DownloadButton id={document.id} fileName={document.fileName} name={name} />}
        {mayUpload && upload.isError && (
          <Button onClick={() => upload.variables && send(upload.variables)}>{texts.tryAgain}</Button>
        )}
        {upload.isPending && <Progress name={name} percent={Math.round(share * 100)} />}
      </div>
      {refusal !== undefined && (
        <p id={problemId} role="alert" className="text-bad">
          {refusal}
        </p>
      )}
      {upload.isError && (
        <WriteProblem
          title={texts.notUploaded}
          lostTitle={texts.notKnownUploaded}
          lost={texts.chooseAgain}
          error={upload.error}
        />
      )}
    </div>
  );
}

/** What the service would refuse anyway, said before megabytes are sent. */
function problemOf({ size }: File): string | undefined {
  if (size === 0) return texts.isEmpty;
  return size > DOCUMENT_MIB * 1_048_576 ? texts.tooLarge(sizeText(size)) : undefined;
}

function DownloadButton({ id, fileName, name }: { id: string; fileName: string; name: string }) {
  const download = useDownloadDocument(id);
  return (
    <>
      <Button
        variant="quiet"
        icon={Download}
        isBusy={download.isPending}
        aria-label={texts.download(name)}
        onClick={() => download.mutate(undefined, { onSuccess: (file) => saveFile(file, fileName) })}
      >
        {texts.downloadShort}
      </Button>
      {download.isError && <WriteProblem title={texts.notDownloaded} error={download.error} />}
    </>
  );
}

function Progress({ name, percent }: { name: string; percent: number }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <progress aria-label={texts.uploadOf(name)} max={100} value={percent} className="h-1.5 w-24 accent-accent" />
      <span className="text-fg-2 text-xs tabular-nums">{texts.uploading(percent)}</span>
    </span>
  );
}

function sizeText(bytes: number): string {
  const isSmall = bytes < 1_048_576;
  const amount = isSmall ? Math.ceil(bytes / 1_024) : Math.round((bytes / 1_048_576) * 10) / 10;
  return texts.size(amount.toLocaleString("en-NG"), isSmall ? "kB" : "MB");
}
