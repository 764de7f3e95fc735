import type { Break } from "../../contract/reconciliation.ts";
import { Chip } from "../ui/chip.tsx";
import { breakKinds } from "./break-words.ts";

export function KindChip({ kind, isShortOnPhone = true }: { kind: Break["kind"]; isShortOnPhone?: boolean }) {
  const { tone, icon, word } = breakKinds[kind];
  return (
    <Chip tone={tone} icon={icon} isShortOnPhone={isShortOnPhone}>
      {word}
    </Chip>
  );
}
