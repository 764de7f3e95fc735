import { SearchX } from "lucide-react";
import { ButtonLink } from "../components/ui/button-link.tsx";
import { EmptyState } from "../components/ui/empty-state.tsx";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center bg-panel">
      <EmptyState
        icon={SearchX}
        level="h1"
        title="There is no such page"
        action={<ButtonLink href="/">Go to the overview</ButtonLink>}
      >
        <p>The address may be mistyped, or what it showed is gone.</p>
      </EmptyState>
    </main>
  );
}
