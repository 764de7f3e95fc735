import { SearchX } from "lucide-react";
import { ButtonLink } from "../components/ui/button-link.tsx";
import { EmptyState } from "../components/ui/empty-state.tsx";
import { texts } from "./texts.ts";

export const metadata = { title: texts.notFound };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center bg-panel">
      <EmptyState
        icon={SearchX}
        level="h1"
        title={texts.thereIsNoSuch}
        action={<ButtonLink href="/">{texts.goToTheOverview}</ButtonLink>}
      >
        <p>{texts.theAddressMayBe}</p>
      </EmptyState>
    </main>
  );
}
