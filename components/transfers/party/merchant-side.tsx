"use client";

import { useSession } from "../../../lib/api/session-provider.tsx";
import { type PartySide, sideLabels } from "./party-side.ts";
import { texts } from "./texts.ts";

/** The fixed side: a credit comes from the merchant wallet, a debit goes to it. */
export function MerchantSide({ side }: { side: PartySide }) {
  const { merchantName } = useSession();
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{sideLabels[side]}</legend>
      <div className="grid min-h-16 content-center gap-0.5 rounded-control border px-4 py-2.5">
        <strong className="font-medium">{texts.merchantWallet}</strong>
        <span className="trim text-fg-2">{merchantName}</span>
      </div>
    </fieldset>
  );
}
