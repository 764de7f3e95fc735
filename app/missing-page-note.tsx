import { SearchX } from "lucide-react";
import { ButtonLink } from "../components/ui/button-link.tsx";
import { EmptyState } from "../components/ui/empty-state.tsx";
import { texts } from "./texts.ts";

export function MissingPageNote() {
  return (
    <EmptyState
      icon={SearchX}
      level="h1"
      title={texts.thereIsNoSuch}
      action={<ButtonLink href="/">{texts.goToTheOverview}</ButtonLink>}
    >
      <p>{texts.theAddressMayBe}</p>
    </EmptyState>
  );
}
