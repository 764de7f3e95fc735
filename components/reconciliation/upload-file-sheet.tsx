"use client";

import { Upload } from "lucide-react";
import { type FormEvent, useState } from "react";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { useUploadSettlementFile } from "../../lib/api/reconciliation.ts";
import { isOutcomeUnknown, isRefused, problemOfField } from "../../lib/api/service-error.ts";
import { countOf } from "../../lib/format/names.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { DayText } from "../ui/day-text.tsx";
import { Field } from "../ui/field.tsx";
import { Sheet, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

type UploadFileSheetProps = { date: string; isOpen: boolean; onClose: () => void };

const control =
  "h-control w-full rounded-control border border-control-line bg-panel px-3 tabular-nums outline-offset-2 hover:border-fg-2";

/** Uploads the bank's settlement file of a day, with progress. The comparison runs in the service. Rails 6. */
export function UploadFileSheet({ date, isOpen, onClose }: UploadFileSheetProps) {
  return (
    <Sheet title={texts.uploadSettlementFile} isOpen={isOpen} onOpenChange={onClose}>
      <UploadForm key={date} date={date} onClose={onClose} />
    </Sheet>
  );
}

function UploadForm({ date, onClose }: Omit<UploadFileSheetProps, "isOpen">) {
  const [file, setFile] = useState<File | null>(null);
  const [day, setDay] = useState(date);
  const [isTried, setIsTried] = useState(false);
  const [share, setShare] = useState(0);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const upload = useUploadSettlementFile();
  const isOnline = useOnline();
  const isUnknown = isOutcomeUnknown(upload.error);
  const change = (apply: () => void) => {
    apply();
    setIdempotencyKey(newIdempotencyKey());
    upload.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (file === null || day === "" || upload.isPending || !isOnline) return;
    setShare(0);
    upload.mutate(
      { file, date: day, idempotencyKey, onProgress: setShare },
      {
        onSuccess: ({ name, lines }) => {
          onClose();
          showToast({
            title: lines > 0 ? texts.nameUploadedLines(name, countOf(lines, "line")) : texts.nameUploaded(name),
          });
        },
        onError: (error) => isRefused(error) && setIdempotencyKey(newIdempotencyKey()),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p className="text-fg-2">{texts.theBanksCsvFile}</p>
        <Field
          label={texts.file}
          error={isTried && file === null ? texts.chooseTheBanksFile : problemOfField(upload.error, "file")}
        >
          {(field) => (
            <input
              {...field}
              type="file"
              accept=".csv,text/csv"
              disabled={upload.isPending}
              onChange={({ target }) => change(() => setFile(target.files?.[0] ?? null))}
              className={`${control} py-1.5`}
            />
          )}
        </Field>
        <Field
          label={texts.dayOfTheFile}
          hint={texts.daysFollowLagosTime}
          error={isTried && day === "" ? texts.chooseTheDay : problemOfField(upload.error, "date")}
        >
          {(field) => (
            <DayText
              {...field}
              value={day}
              readOnly={upload.isPending || isUnknown}
              onDay={(next) => change(() => setDay(next ?? ""))}
              className="max-w-44"
            />
          )}
        </Field>
        {upload.isPending && <Progress share={share} />}
        {upload.isError && (
          <WriteProblem
            title={texts.notUploaded}
            lostTitle={texts.weDoNotKnowWhether}
            lost={texts.sendTheSameFile}
            error={upload.error}
          />
        )}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" icon={Upload} isBusy={upload.isPending} isBlocked={!isOnline}>
          {texts.uploadAndCompare}
        </Button>
      </SheetFoot>
    </form>
  );
}

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid gap-1.5">
      <progress aria-label={texts.upload} max={100} value={percent} className="h-1.5 w-full accent-accent" />
      <p className="text-fg-2 text-xs tabular-nums">
        {percent < 100 ? texts.percentPercentSent(percent) : texts.sentWaitingForThe}
      </p>
    </div>
  );
}
