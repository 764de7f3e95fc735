import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";

/** How to resolve a freeze by a failed identity check. Spec 3.1. */
export function IdentitySteps({ reason }: { reason: string | null }) {
  return (
    <section aria-labelledby="way-out" className="mb-6">
      <h2 id="way-out" className="mb-3 font-semibold text-md">
        {texts.wayOut}
      </h2>
      <ol>
        <Step mark={<Icon of={X} size={12} />} className="bg-bad-tint text-bad" title={texts.identityChecked}>
          {reason ?? texts.failed}
        </Step>
        <Step mark="2" className="bg-fg text-panel" title={texts.askTheCustomerFor}>
          {texts.asItStandsIn}
        </Step>
        <Step mark="3" className="bg-mute-tint text-mute" title={texts.verifyAndLinkThe}>
          {texts.needsAMatch}
        </Step>
        <Step mark="4" className="bg-mute-tint text-mute" title={texts.enableTheWallet}>
          {texts.byTheMainMerchant}
        </Step>
      </ol>
    </section>
  );
}

function Step(props: { mark: ReactNode; className: string; title: string; children: ReactNode }) {
  return (
    <li className="group relative flex gap-3 pb-4 last:pb-0">
      <span aria-hidden className="absolute top-6 bottom-1 left-[9.5px] w-px bg-line group-last:hidden" />
      <span
        aria-hidden
        className={classNames(
          "grid size-5 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums",
          props.className,
        )}
      >
        {props.mark}
      </span>
      <div className="min-w-0">
        <p className="font-medium">{props.title}</p>
        <p className="mt-0.5 text-fg-2 text-xs">{props.children}</p>
      </div>
    </li>
  );
}
