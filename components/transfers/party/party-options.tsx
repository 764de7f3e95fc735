import { Snowflake } from "lucide-react";
import type { Wallet } from "../../../contract/wallets.ts";
import { Chip } from "../../ui/chip.tsx";
import { type Combobox, ComboboxList, ComboboxOption } from "../../ui/combobox.tsx";
import { texts } from "./texts.ts";

type PartyOptionsProps = {
  combobox: Combobox<Wallet>;
  label: string;
  wallets: readonly Wallet[];
  onChoose: (wallet: Wallet) => void;
};

/** The wallets that the search for a party found. */
export function PartyOptions({ combobox, label, wallets, onChoose }: PartyOptionsProps) {
  return (
    <ComboboxList
      combobox={combobox}
      label={label}
      className="absolute top-[calc(var(--control)+4px)] right-0 left-0 z-20 max-h-72 rounded-control border bg-panel p-1 shadow-lift"
    >
      {wallets.map((wallet) => (
        <ComboboxOption
          key={wallet.customerId}
          combobox={combobox}
          option={wallet}
          onChoose={onChoose}
          className="rounded-small"
        >
          <span className="trim flex-1 font-medium">{wallet.accountName}</span>
          {wallet.status === "FROZEN" && (
            <Chip tone="ice" icon={Snowflake}>
              {texts.frozen}
            </Chip>
          )}
          <span className="font-mono text-fg-2 text-id">{wallet.accountNumber}</span>
        </ComboboxOption>
      ))}
    </ComboboxList>
  );
}
