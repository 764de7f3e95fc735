import type { BatchKind } from "../../../lib/api/batches.ts";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { kindWords } from "./wizard-words.ts";

const KINDS: readonly BatchKind[] = ["create", "credit", "debit"];

/** What the rows of a file are. */
export function KindChoice({ kind, onKind }: { kind: BatchKind; onKind: (kind: BatchKind) => void }) {
  const kindOf = (word: string) => KINDS.find((one) => kindWords[one].choice === word) ?? kind;
  return (
    <div className="mt-6">
      <RadioChips
        legend="Rows are"
        options={KINDS.map((one) => kindWords[one].choice)}
        control={(word) => ({
          name: "kind",
          checked: kindOf(word) === kind,
          onChange: () => onKind(kindOf(word)),
        })}
      />
    </div>
  );
}
