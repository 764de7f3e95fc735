"use client";

import type { ReactNode } from "react";
import { lazyMenu, lazySheet } from "../../components/layout/lazy.tsx";
import { AccountButton } from "../../components/layout/shell/account-button.tsx";
import { Shell } from "../../components/layout/shell/shell.tsx";
import { FrameGuard } from "./frame-guard.tsx";

const load = () => import("./frame-parts.tsx").then((module) => module.frameParts);

const parts = {
  Palette: lazySheet(() => load().then((frame) => frame.Palette)),
  Drawer: lazySheet(() => load().then((frame) => frame.Drawer)),
  ShortcutsHelp: lazySheet(() => load().then((frame) => frame.ShortcutsHelp)),
  ModeChangedOverlay: lazySheet(() => load().then((frame) => frame.ModeChangedOverlay)),
  Toasts: lazySheet(() => load().then((frame) => frame.Toasts)),
  Account: lazyMenu(
    () => <AccountButton />,
    () => load().then((frame) => frame.AccountMenu),
  ),
};

export function DashboardShell({ children }: { children: ReactNode }) {
  return (
    <>
      <Shell parts={parts}>{children}</Shell>
      <FrameGuard />
    </>
  );
}
