import type { ReactNode } from "react";
import { texts } from "./texts.ts";

/** History on the left, facts on the right; stacked on a phone. */
export function WalletBody({ history, facts }: { history: ReactNode; facts: ReactNode }) {
  return (
    <div className="edge-line relative -mx-pad mt-6 -mb-pad grid flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-aside">
      <section aria-label={texts.history} className="@container min-w-0 px-pad pt-px pb-pad">
        {history}
      </section>
      <aside aria-label={texts.facts} className="min-w-0 px-pad py-5 max-md:border-t md:border-l">
        {facts}
      </aside>
    </div>
  );
}
