import { Lock } from "lucide-react";
import type { BatchKind } from "../../../lib/api/batches.ts";
import { Callout } from "../../ui/callout.tsx";

/** Tells users without the permission why they cannot send, before they choose a file. Dashboard 2.4. */
export function NoRightNote({ role, kind }: { role: string; kind: BatchKind }) {
  const needed = kind === "create" ? "Create customer wallets" : "Credit and debit wallets";
  return (
    <Callout className="mt-6" tone="mute" icon={Lock} title="You can look at imports, but not send them">
      <p>
        Your role ({role}) cannot send this. Ask the main merchant or an admin for the permission “{needed}”.
      </p>
    </Callout>
  );
}
