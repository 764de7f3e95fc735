"use client";

import { Copy, Download, TriangleAlert } from "lucide-react";
import { saveFile } from "../../layout/page/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";

/** Recovery codes for a lost phone. Shown once, so they can be copied and saved. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: "Recovery codes copied" });
    } catch {
      showToast({ tone: "bad", title: "The browser did not let them be copied. Download them instead." });
    }
  };
  return (
    <>
      <SheetBody>
        <Callout role="status" tone="wait" icon={TriangleAlert} title="Save these recovery codes now">
          <p>They are shown this once. Each opens your account one time when your phone is not at hand.</p>
        </Callout>
        <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-2 font-mono text-id">
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button icon={Copy} onClick={() => void copy()}>
            Copy all
          </Button>
          <Button
            icon={Download}
            onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "recovery-codes.txt")}
          >
            Download
          </Button>
        </div>
      </SheetBody>
      <SheetFoot>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </SheetFoot>
    </>
  );
}
