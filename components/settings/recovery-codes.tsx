"use client";

import { Copy, Download, TriangleAlert } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";

/** The way in without the phone; shown once, so it can be copied and saved. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ title: "Recovery codes copied" }),
      () => showToast({ tone: "bad", title: "The browser did not let them be copied. Download them instead." }),
    );
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
          <Button icon={Download} onClick={() => download(text)}>
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

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(address);
}
