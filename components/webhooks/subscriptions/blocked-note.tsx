import { Lock } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";

/** Why the buttons nearby are blocked; they reference it by `id`. Dashboard 2.4. */
export function BlockedNote({ id, reason }: { id: string; reason: string | null }) {
  if (reason === null) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs">
      <Icon of={Lock} size={12} className="mt-0.5" />
      {reason}
    </p>
  );
}
