"use client";

import type { ReactNode } from "react";
import { lazySheet } from "../../components/layout/lazy.tsx";
import { Shell } from "../../components/layout/shell/shell.tsx";

const Palette = lazySheet(() => import("./dashboard-palette.tsx").then((module) => module.DashboardPalette));

export function DashboardShell({ children }: { children: ReactNode }) {
  return <Shell palette={Palette}>{children}</Shell>;
}
