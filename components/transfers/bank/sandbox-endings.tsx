import { FlaskConical } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";

/** What the sandbox bank does with an account number by its last two digits. Rails 7. */
const ENDINGS = [
  ["00", "succeeds"],
  ["07", texts.noSuchAccount],
  ["08", texts.anotherName],
  ["09", texts.pendingThenSucceeds],
  ["25", texts.notFoundByThe],
  ["26", texts.duplicateOfAPayout],
  ["34", "review"],
  ["44", texts.theCallbackComesBefore],
  ["51", texts.ourFloatIsEmpty],
  ["55", texts.theCallbackComesTwice],
  ["66", texts.failsThenALate],
  ["77", texts.succeedsReversedAfter2],
  ["91", texts.saysFailedWasPaid],
  ["97", texts.timeOutWasPaid],
  ["98", texts.timeOutFailed],
] as const;

/** The special account numbers of the sandbox; a press sets the ending. */
export function SandboxEndings({ onEnding }: { onEnding: (ending: string) => void }) {
  return (
    <details className="group text-sandbox text-xs">
      <summary className="inline-flex min-h-6 cursor-pointer items-center gap-2 rounded-small font-medium">
        <Icon of={FlaskConical} size={12} />
        {texts.tryAccountNumbersWith}
      </summary>
      <ul className="mt-1 grid gap-x-4 md:grid-cols-2">
        {ENDINGS.map(([ending, text]) => (
          <li key={ending}>
            <button
              type="button"
              onClick={() => onEnding(ending)}
              className="inline-flex min-h-6 items-baseline gap-2 rounded-small text-left hover:underline max-md:min-h-11 max-md:items-center"
            >
              <b className="font-semibold tabular-nums">…{ending}</b> {text}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
