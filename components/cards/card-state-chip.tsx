import type { CardState } from "../../contract/cards.ts";
import { Chip } from "../ui/chip.tsx";
import { cardStates } from "./card-labels.ts";

export function CardStateChip({ state, isShortOnPhone = false }: { state: CardState; isShortOnPhone?: boolean }) {
  const { tone, icon, word } = cardStates[state];
  return (
    <Chip tone={tone} icon={icon} isShortOnPhone={isShortOnPhone}>
      {word}
    </Chip>
  );
}
