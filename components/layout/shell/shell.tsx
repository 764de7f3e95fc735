"use client";

import { FlaskConical, Menu, Search } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { useInterruption } from "../../../lib/api/interruptions.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useToasts } from "../../ui/toast-store.ts";
import { useLatch } from "../hooks/use-latch.ts";
import { usePreload } from "../hooks/use-preload.ts";
import { useZone } from "../hooks/use-zone.ts";
import { useDensity } from "./density.ts";
import { ModeChip } from "./mode-chip.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useSearchKeys } from "./use-search-keys.ts";
import { useShellKeys } from "./use-shell-keys.ts";

// Not needed for the first paint: fetched when the page has come to rest, drawn when first opened.
const loadPalette = () => import("../palette/command-palette.tsx").then((module) => module.CommandPalette);
const loadDrawer = () => import("./drawer.tsx").then((module) => module.Drawer);
const loadOverlay = () => import("./mode-changed-overlay.tsx").then((module) => module.ModeChangedOverlay);
const loadHelp = () => import("./shortcuts-help.tsx").then((module) => module.ShortcutsHelp);
const loadToasts = () => import("../../ui/toasts.tsx").then((module) => module.Toasts);
const CommandPalette = dynamic(loadPalette, { ssr: false });
const Drawer = dynamic(loadDrawer, { ssr: false });
const ShortcutsHelp = dynamic(loadHelp, { ssr: false });
const ModeChangedOverlay = dynamic(loadOverlay, { ssr: false });
const Toasts = dynamic(loadToasts, { ssr: false });
const loadFloats = () => Promise.all([loadPalette(), loadDrawer(), loadOverlay(), loadHelp(), loadToasts()]);

/** What floats stays mounted once it was opened, so that it can close with its focus. */
type Float = "unused" | "open" | "closed";

/** The frame of every page behind sign-in: navigation, mode, search, and one white panel. Dashboard 6. */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  const [drawer, setDrawer] = useState<Float>("unused");
  const [palette, setPalette] = useState<Float>("unused");
  const [help, setHelp] = useState<Float>("unused");
  const openPalette = () => {
    setDrawer((now) => (now === "unused" ? now : "closed"));
    setPalette("open");
  };
  const hasToasts = useLatch(useToasts().length > 0);
  const isStopped = useInterruption() === "mode_changed";
  useZone();
  useDensity();
  useSearchKeys(openPalette);
  useShellKeys({ onHelp: () => setHelp("open"), onSearch: openPalette });
  usePreload(loadFloats);
  const isSandbox = session.mode === "SANDBOX";
  return (
    <div
      data-mode={session.mode}
      className="grid-cols-[56px_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] max-md:min-h-dvh max-md:bg-panel md:grid md:h-dvh md:overflow-hidden lg:grid-cols-[232px_minmax(0,1fr)]"
    >
      <a
        href="#main"
        className="fixed top-2 left-2 z-[60] -translate-y-16 rounded-control bg-fg px-3 py-2 font-medium text-panel focus:translate-y-0"
      >
        Skip to content
      </a>
      {isSandbox && <SandboxBar />}
      <TopBar onMenu={() => setDrawer("open")} onSearch={openPalette} />
      <header className="scroll-none row-start-2 flex min-h-0 flex-col overflow-y-auto overflow-x-hidden p-2 text-fg-2 max-md:hidden">
        <Sidebar onSearch={openPalette} />
      </header>
      {drawer !== "unused" && (
        <Drawer isOpen={drawer === "open"} onOpenChange={(isOpen) => setDrawer(isOpen ? "open" : "closed")}>
          <Sidebar onSearch={openPalette} onNavigate={() => setDrawer("closed")} />
        </Drawer>
      )}
      <main
        id="main"
        tabIndex={-1}
        className="scroll-thin col-start-2 row-start-2 min-w-0 bg-panel outline-none max-md:overflow-x-clip md:my-2 md:mr-2 md:overflow-y-auto md:overflow-x-hidden md:rounded-panel md:border"
      >
        <OfflineBanner />
        <div className="@container/page mx-auto flex min-h-full max-w-[calc(1280px+2*var(--pad))] flex-col p-pad">
          {children}
        </div>
      </main>
      {palette !== "unused" && (
        <CommandPalette isOpen={palette === "open"} onOpenChange={(isOpen) => setPalette(isOpen ? "open" : "closed")} />
      )}
      {help !== "unused" && (
        <ShortcutsHelp isOpen={help === "open"} onOpenChange={(isOpen) => setHelp(isOpen ? "open" : "closed")} />
      )}
      {isStopped && <ModeChangedOverlay />}
      {hasToasts && <Toasts />}
    </div>
  );
}

function SandboxBar() {
  return (
    <aside
      aria-label="Account mode"
      className="sticky top-0 z-[45] col-span-2 flex h-sandbox-bar items-center justify-center gap-2 bg-sandbox-tint px-4 font-medium text-sandbox text-xs md:relative"
    >
      <Icon of={FlaskConical} />
      <span>Sandbox: no real money</span>
    </aside>
  );
}

function TopBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const { merchantName, mode } = useSession();
  return (
    <header className="sticky top-[var(--bar)] z-30 flex h-top-bar items-center gap-1 border-b bg-panel px-2 md:hidden">
      <Button variant="quiet" iconOnly icon={Menu} aria-label="Open menu" aria-haspopup="dialog" onClick={onMenu} />
      <strong className="trim min-w-0 flex-1 pl-1 font-semibold">{merchantName}</strong>
      <ModeChip mode={mode} />
      <Button variant="quiet" iconOnly icon={Search} aria-label="Search" onClick={onSearch} />
    </header>
  );
}
