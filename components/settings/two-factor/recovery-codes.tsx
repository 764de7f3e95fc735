"use client";

import { Copy, Download, TriangleAlert } from "lucide-react";
import { saveFile } from "../../layout/page/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";

/** Recovery codes for a lost phone. Shown once, so they can be copied and saved. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: texts.recoveryCodesCopied });
    } catch {
      showToast({ tone: "bad", title: texts.theBrowserDidNot });
    }
  };
  return (
    <>
      <SheetBody>
        <Callout role="status" tone="wait" icon={TriangleAlert} title={texts.saveTheseRecoveryCodes}>
          <p>{texts.theyAreShownThis}</p>
        </Callout>
        <ul aria-label={texts.recoveryCodes} className="grid grid-cols-2 gap-x-6 gap-y-2 font-mono text-id">
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button icon={Copy} onClick={() => void copy()}>
            {texts.copyAll}
          </Button>
          <Button
            icon={Download}
            onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "recovery-codes.txt")}
          >
            {texts.download}
          </Button>
        </div>
      </SheetBody>
      <SheetFoot>
        <Button variant="primary" onClick={onDone}>
          {texts.iHaveSavedThem}
        </Button>
      </SheetFoot>
    </>
  );
}
