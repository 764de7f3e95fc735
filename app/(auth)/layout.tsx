import { Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { ThemeButton } from "../../components/layout/shell/theme-button.tsx";
import { Icon } from "../../components/ui/icon.tsx";
import { texts } from "./texts.ts";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-page md:p-2">
      <div className="grid grid-rows-[auto_1fr_auto] bg-panel p-pad md:rounded-panel md:border">
        <header className="flex items-center gap-2.5 font-semibold">
          <span className="grid size-7 place-items-center rounded-control bg-fg text-panel">
            <Icon of={Wallet} />
          </span>
          {texts.merchantWallets}
        </header>
        <main className="m-auto grid w-full max-w-[360px] gap-5 pt-8 pb-24 has-[.wide-form]:max-w-[440px]">
          {children}
        </main>
        <footer className="flex items-center justify-between gap-4 text-fg-2 text-xs">
          {texts.youAreSignedOut}
          <ThemeButton />
        </footer>
      </div>
    </div>
  );
}
