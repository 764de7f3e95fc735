import type { PayoutState } from "../../contract/payout-records.ts";
import { Chip } from "../ui/chip.tsx";
import { payoutStates } from "./payout-states.ts";

export function PayoutStateChip({ state, isShortOnPhone = false }: { state: PayoutState; isShortOnPhone?: boolean }) {
  const { tone, icon, word } = payoutStates[state];
  return (
    <Chip tone={tone} icon={icon} isShortOnPhone={isShortOnPhone}>
      {word}
    </Chip>
  );
}
