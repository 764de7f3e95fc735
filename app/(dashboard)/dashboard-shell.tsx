"use client";

import type { ReactNode } from "react";
import { lazyMenu, lazySheet } from "../../components/layout/lazy.tsx";
import { AccountButton } from "../../components/layout/shell/account-button.tsx";
import { Shell } from "../../components/layout/shell/shell.tsx";
import PageError from "./error.tsx";
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

// Keeps the error page in the code of the frame: else every page requests it after its scripts have run, before it is alive. Decision 0133.
DashboardShell.ErrorPage = PageError;
