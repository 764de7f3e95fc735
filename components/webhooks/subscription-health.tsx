import { TriangleAlert } from "lucide-react";
import type { SubscriptionWithHealth } from "../../contract/webhook-records.ts";
import { Chip } from "../ui/chip.tsx";
import { When } from "../ui/when.tsx";
import { errorWords } from "./webhook-words.ts";

type Health = SubscriptionWithHealth["health"];

export function successText({ successRate24h }: Health): string {
  return successRate24h === null ? "–" : `${floorTenth(successRate24h * 100)} %`;
}

/** 99.96 is not yet 100: what is shown never claims more than what was measured. */
function floorTenth(percent: number): number {
  return Math.floor(percent * 10) / 10;
}

/** Since when nothing gets through any more, and the last reason. */
export function FailingSince({ health }: { health: Health }) {
  if (health.failingSince === null) {
    return <span className="text-fg-2">{health.lastErrorCode ? errorWords[health.lastErrorCode] : "–"}</span>;
  }
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Chip tone="bad" icon={TriangleAlert}>
        {health.lastErrorCode ? errorWords[health.lastErrorCode] : "Failing"}
      </Chip>
      <span className="trim text-fg-2 text-xs">
        since <When at={health.failingSince} />
      </span>
    </span>
  );
}
