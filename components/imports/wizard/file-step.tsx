"use client";

import { CircleAlert, ClipboardPaste, Download, FileUp } from "lucide-react";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { UPLOAD_LIMIT_BYTES } from "../../../lib/api/imports.ts";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import { saveFile } from "../../layout/page/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Textarea } from "../../ui/input.tsx";
import { texts } from "./texts.ts";
import type { SelectedFile } from "./use-import.ts";
import { sizeText, templates } from "./wizard-texts.ts";

type FileStepProps = {
  kind: ImportKind;
  problem: string | null;
  isBusy: boolean;
  /** Pasted rows, kept regardless of the outcome; `null` while the paste field is closed. */
  pasted: string | null;
  onPaste: (text: string | null) => void;
  onChoose: (file: SelectedFile) => void;
};

/** Takes a file by drop, dialog or paste. Nothing leaves this computer yet. */
export function FileStep({ kind, problem, isBusy, pasted, onPaste, onChoose }: FileStepProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const isTooLarge = file.size > UPLOAD_LIMIT_BYTES;
    setRefusal(isTooLarge ? texts.fileNameHasSize(file.name, sizeText(file.size)) : null);
    if (!isTooLarge) onChoose({ content: file, name: file.name });
  };
  const shownProblem = refusal ?? problem;
  return (
    <div className="mt-6 grid max-w-form gap-4">
      {shownProblem !== null && (
        <Callout role="alert" tone="bad" icon={CircleAlert} title={texts.thisFileCannotBe}>
          <p>{shownProblem}</p>
        </Callout>
      )}
      <DropZone isBusy={isBusy} onFile={choose} />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={ClipboardPaste}
          aria-expanded={pasted !== null}
          onClick={() => onPaste(pasted === null ? "" : null)}
        >
          {texts.pasteRows}
        </Button>
        <Button
          icon={Download}
          onClick={() => saveFile(new Blob([`\ufeff${templates[kind]}`], { type: "text/csv" }), `${kind}-template.csv`)}
        >
          {texts.template}
        </Button>
      </div>
      {pasted !== null && (
        <PasteBox
          text={pasted}
          onChange={onPaste}
          onCheck={() => onChoose({ content: new Blob([pasted], { type: "text/csv" }), name: texts.pastedRows })}
        />
      )}
    </div>
  );
}

function DropZone({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File | undefined) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  useDropsElsewhere();
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button inside.
    <div
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
      className={classNames(
        "grid justify-items-center gap-1 rounded-control border border-dashed px-6 py-12 text-center",
        isOver ? "border-accent bg-info-tint" : "border-control-line bg-subtle",
      )}
    >
      <Icon of={FileUp} size={20} className="mb-2 text-fg-3" />
      <p className="font-semibold text-md">{texts.dropACsvFile}</p>
      <p id={id} className="max-w-[400px] text-balance text-fg-2">
        {texts.upTo64Mib}
      </p>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={texts.csvFile}
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        className="sr-only"
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // Allows choosing the same file again after it was fixed.
          target.value = "";
        }}
      />
      <Button
        variant="primary"
        className="mt-4"
        isBusy={isBusy}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {texts.chooseFile}
      </Button>
    </div>
  );
}

/** Prevents the browser from replacing the page with a file that is dropped outside the zone. */
function useDropsElsewhere(): void {
  useEffect(() => {
    const stop = (event: Event) => event.preventDefault();
    const names = ["dragover", "drop"] as const;
    for (const name of names) window.addEventListener(name, stop);
    return () => {
      for (const name of names) window.removeEventListener(name, stop);
    };
  }, []);
}

type PasteBoxProps = { text: string; onChange: (text: string) => void; onCheck: () => void };

function PasteBox({ text, onChange, onCheck }: PasteBoxProps) {
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onCheck();
      }}
    >
      <Field label={texts.rows} hint={texts.withTheHeaderLine}>
        {(field) => (
          <Textarea
            {...field}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            className="min-h-40 font-mono text-id"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" isBlocked={text.trim() === ""}>
          {texts.checkPastedRows}
        </Button>
      </div>
    </form>
  );
}
