"use client";

import { SlidersHorizontal } from "lucide-react";
import { lazyMenu } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import type { WalletsColumns } from "./use-wallets-columns.ts";

/** Visible columns and row height of the list. */
export const ColumnsMenu = lazyMenu(
  (_: { columns: WalletsColumns }) => (
    <Button aria-haspopup="menu" icon={SlidersHorizontal} className="max-md:hidden">
      View
    </Button>
  ),
  () => import("./columns-choices.tsx").then((module) => module.ColumnsChoices),
);
