"use client";

import { useIsFetching, useIsMutating } from "@tanstack/react-query";
import { FlaskConical, MailWarning, Menu, Search, WifiOff } from "lucide-react";
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useInterruption } from "../../../lib/api/interruptions.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { useToasts } from "../../ui/toast-store.ts";
import { useOnline } from "../hooks/use-online.ts";
import { useZone } from "../hooks/use-zone.ts";
import type { EarlyTyping, PaletteProps } from "../palette/command-palette.tsx";
import { EarlyPalette } from "../palette/early-palette.tsx";
import { useDensity } from "./density.ts";
import { FreezeBanner } from "./freeze-banner.tsx";
import { LowBalanceBanner } from "./low-balance-banner.tsx";
import { ModeChip } from "./mode-chip.tsx";
import { SettingsNav } from "./settings-nav.tsx";
import { Sidebar } from "./sidebar.tsx";
import { texts } from "./texts.ts";
import { useShellKeys } from "./use-shell-keys.ts";

type SheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

type ShellProps = {
  /** The parts that load when the page is idle. The app composes them, the search dialog from the search sources of the nouns. */
  parts: {
    Palette: ComponentType<PaletteProps>;
    Drawer: ComponentType<SheetProps & { children: ReactNode }>;
    ShortcutsHelp: ComponentType<SheetProps>;
    ModeChangedOverlay: ComponentType<{ isOpen: boolean }>;
    Toasts: ComponentType<{ isOpen: boolean }>;
    Account: ComponentType;
  };
  children: ReactNode;
};

/** The frame of every page behind sign-in: navigation, account mode, search and the content panel. Dashboard 6. */
export function Shell({ parts, children }: ShellProps) {
  const { Palette, Drawer, ShortcutsHelp, ModeChangedOverlay, Toasts, Account } = parts;
  const session = useSession();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const { early, ...earlyTyping } = useEarlyTyping();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const openPalette = () => {
    setIsDrawerOpen(false);
    setIsPaletteOpen(true);
    earlyTyping.start();
  };
  const hasToasts = useToasts().length > 0;
  const isStopped = useInterruption() === "mode_changed";
  useZone();
  useDensity();
  useShellKeys({ onHelp: () => setIsHelpOpen(true), onSearch: openPalette });
  const isSandbox = session.mode === "SANDBOX";
  return (
    <div
      data-mode={session.mode}
      className="grid-cols-[56px_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] max-md:min-h-dvh max-md:bg-panel md:grid md:h-dvh md:overflow-hidden lg:grid-cols-[232px_minmax(0,1fr)] print:block print:h-auto print:min-h-0 print:overflow-visible"
    >
      <a
        href="#main"
        className="fixed top-2 left-2 z-[60] -translate-y-16 rounded-control bg-fg px-3 py-2 font-medium text-panel focus:translate-y-0 print:hidden"
      >
        {texts.skipToContent}
      </a>
      {isSandbox && <SandboxBar />}
      <TopBar onMenu={() => setIsDrawerOpen(true)} onSearch={openPalette} />
      <header className="scroll-none row-start-2 flex min-h-0 flex-col overflow-y-auto overflow-x-hidden p-2 text-fg-2 max-md:hidden print:hidden">
        <Sidebar account={<Account />} onSearch={openPalette} />
      </header>
      <Drawer isOpen={isDrawerOpen} onOpenChange={setIsDrawerOpen}>
        <Sidebar account={<Account />} onSearch={openPalette} onNavigate={() => setIsDrawerOpen(false)} />
      </Drawer>
      <main
        id="main"
        tabIndex={-1}
        // Positioned: otherwise hidden captions and labels deep in a long page are placed in the document and make it scroll.
        className="scroll-thin relative col-start-2 row-start-2 min-w-0 bg-panel outline-none max-md:overflow-x-clip md:my-2 md:mr-2 md:overflow-y-auto md:overflow-x-hidden md:rounded-panel md:border print:m-0 print:overflow-visible print:border-0"
      >
        <OfflineBanner />
        <FreezeBanner />
        <LowBalanceBanner />
        {!session.emailConfirmed && <UnconfirmedEmailBanner email={session.email} />}
        <div className="@container/page mx-auto flex min-h-full max-w-[calc(1280px+2*var(--pad))] flex-col p-pad print:p-0">
          <SettingsNav />
          {children}
        </div>
      </main>
      <Palette isOpen={isPaletteOpen} onOpenChange={setIsPaletteOpen} early={early} onReady={earlyTyping.end} />
      {isPaletteOpen && early && (
        <EarlyPalette
          typed={early.typed}
          onType={(typed) => earlyTyping.type(typed)}
          onClose={() => {
            setIsPaletteOpen(false);
            if (early.opener instanceof HTMLElement) early.opener.focus();
          }}
        />
      )}
      <ShortcutsHelp isOpen={isHelpOpen} onOpenChange={setIsHelpOpen} />
      <ModeChangedOverlay isOpen={isStopped} />
      <Toasts isOpen={hasToasts} />
      <BusyMark />
    </div>
  );
}

function SandboxBar() {
  return (
    <aside
      aria-label={texts.accountMode}
      className="sticky top-0 z-[45] col-span-2 flex h-sandbox-bar items-center justify-center gap-2 bg-sandbox-tint px-4 font-medium text-sandbox text-xs md:relative"
    >
      <Icon of={FlaskConical} />
      <span>{texts.sandboxNoRealMoney}</span>
    </aside>
  );
}

function TopBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const { merchantName, mode } = useSession();
  return (
    <header className="sticky top-[var(--bar)] z-30 flex h-top-bar items-center gap-1 border-b bg-panel px-2 md:hidden print:hidden">
      <Button
        variant="quiet"
        iconOnly
        icon={Menu}
        aria-label={texts.openMenu}
        aria-haspopup="dialog"
        onClick={onMenu}
      />
      <strong className="trim min-w-0 flex-1 pl-1 font-semibold">{merchantName}</strong>
      <ModeChip mode={mode} />
      <Button variant="quiet" iconOnly icon={Search} aria-label={texts.search} onClick={onSearch} />
    </header>
  );
}

/** Until the mailed code was entered. Decision 0076. */
function UnconfirmedEmailBanner({ email }: { email: string }) {
  return (
    <section
      aria-label={texts.unconfirmedEMail}
      className="flex items-start gap-2 border-b bg-wait-tint px-pad py-2 font-medium text-wait"
    >
      <Icon of={MailWarning} className="mt-0.5" />
      <p className="min-w-0 break-words">
        {texts.emailIsNotConfirmed(email)}{" "}
        <Link href="/settings/me" className="underline underline-offset-4">
          {texts.enterTheCodeFrom}
        </Link>
      </p>
    </section>
  );
}

/** Says what works offline and what does not. Dashboard 2.4. */
function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 border-b bg-wait-tint px-pad py-2 font-medium text-wait">
          <Icon of={WifiOff} />
          {texts.youAreOfflineWhat}
        </p>
      )}
    </div>
  );
}

/** What is typed between the first opening of the palette and the arrival of its code. */
function useEarlyTyping() {
  const [early, setEarly] = useState<EarlyTyping>();
  const isReady = useRef(false);
  const end = useCallback(() => {
    isReady.current = true;
    setEarly(undefined);
  }, []);
  return {
    early,
    end,
    start: () => isReady.current || setEarly({ typed: "", opener: document.activeElement }),
    type: (typed: string) => setEarly((before) => before && { ...before, typed }),
  };
}

/** Sets `data-busy` on `<html>` while the page reads or writes. Browser tests wait until it is gone. */
function BusyMark() {
  const isBusy = useIsFetching() + useIsMutating() > 0;
  useEffect(() => {
    document.documentElement.toggleAttribute("data-busy", isBusy);
    return () => document.documentElement.removeAttribute("data-busy");
  }, [isBusy]);
  return null;
}
