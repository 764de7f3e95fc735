import type { Wallet } from "../../../contract/wallets.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { texts } from "./texts.ts";

/** The wallet as JSON, as the API returns it, for developers. */
export function RawTab({ wallet }: { wallet: Wallet }) {
  const text = JSON.stringify(wallet, null, 2);
  return (
    <div className="py-4">
      <div className="mb-2 flex items-center justify-between gap-4">
        <p className="text-fg-2">
          {texts.answerOf} <span className="font-mono text-id">{texts.getWalletCustomer}</span>
        </p>
        <CopyButton value={text} label={texts.rawData} />
      </div>
      <section
        aria-label={texts.rawData2}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        className="scroll-thin overflow-auto rounded-control border bg-subtle p-4"
      >
        <pre className="font-mono text-fg-2 text-id">{text}</pre>
      </section>
    </div>
  );
}
