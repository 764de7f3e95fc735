import { Snowflake } from "lucide-react";
import type { Wallet } from "../../contract/wallets.ts";
import { Chip } from "../ui/chip.tsx";
import { classNames } from "../ui/class-names.ts";

type PartyOptionsProps = {
  id: string;
  label: string;
  wallets: readonly Wallet[];
  active: Wallet | undefined;
  onPoint: (wallet: Wallet) => void;
  onChoose: (wallet: Wallet) => void;
};

/** The list box of the party combobox; the input keeps the focus and handles the keys. */
export function PartyOptions({ id, label, wallets, active, onPoint, onChoose }: PartyOptionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className="scroll-thin absolute top-[calc(var(--control)+4px)] right-0 left-0 z-20 max-h-72 overflow-y-auto rounded-control border bg-panel p-1 shadow-lift"
    >
      {wallets.map((wallet) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and handles the keys.
        <div
          key={wallet.customerId}
          id={`${id}-${wallet.customerId}`}
          ref={wallet === active ? keepInView : null}
          role="option"
          tabIndex={-1}
          aria-selected={wallet === active}
          onPointerMove={() => onPoint(wallet)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(wallet)}
          className={classNames(
            "flex h-10 cursor-pointer items-center gap-3 rounded-small px-2 max-md:h-11",
            wallet === active && "bg-mute-tint",
          )}
        >
          <span className="trim flex-1 font-medium">{wallet.accountName}</span>
          {wallet.status === "FROZEN" && (
            <Chip tone="ice" icon={Snowflake}>
              Frozen
            </Chip>
          )}
          <span className="font-mono text-fg-2 text-id">{wallet.accountNumber}</span>
        </div>
      ))}
    </div>
  );
}

function keepInView(element: HTMLElement | null) {
  element?.scrollIntoView?.({ block: "nearest" });
}
