import type { BatchKind } from "../../../lib/api/batches.ts";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { kindTexts } from "./wizard-texts.ts";

const KINDS: readonly BatchKind[] = ["create", "credit", "debit"];

type KindChoiceProps = { kind: BatchKind; isSelected: boolean; onKind: (kind: BatchKind) => void };

/** The kind of rows. Another kind restarts the page; `isSelected` means that this happened here and the focus belongs here. */
export function KindChoice({ kind, isSelected, onKind }: KindChoiceProps) {
  const kindOf = (word: string) => KINDS.find((one) => kindTexts[one].choice === word) ?? kind;
  return (
    <div className="mt-6">
      <RadioChips
        legend="Rows are"
        options={KINDS.map((one) => kindTexts[one].choice)}
        control={(word) => ({
          name: "kind",
          checked: kindOf(word) === kind,
          autoFocus: isSelected && kindOf(word) === kind,
          onChange: () => onKind(kindOf(word)),
        })}
      />
    </div>
  );
}
