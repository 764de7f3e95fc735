import { FlaskConical } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";

/** What the sandbox bank does with an account number by its last two digits. Rails 7. */
const ENDINGS = [
  ["00", "succeeds"],
  ["07", "no such account"],
  ["08", "another name"],
  ["09", "pending, then succeeds"],
  ["25", "not found by the first check, then succeeds"],
  ["26", "duplicate of a payout that succeeded"],
  ["34", "review"],
  ["44", "the callback comes before the answer"],
  ["51", "our float is empty for a minute"],
  ["55", "the callback comes twice"],
  ["66", "fails, then a late success"],
  ["77", "succeeds, reversed after 2 minutes"],
  ["91", "says failed, was paid"],
  ["97", "time-out, was paid"],
  ["98", "time-out, failed"],
] as const;

/** The special account numbers of the sandbox; a press sets the ending. */
export function SandboxEndings({ onEnding }: { onEnding: (ending: string) => void }) {
  return (
    <details className="group text-sandbox text-xs">
      <summary className="inline-flex min-h-6 cursor-pointer items-center gap-2 rounded-small font-medium">
        <Icon of={FlaskConical} size={12} />
        Try: account numbers with a special ending
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
