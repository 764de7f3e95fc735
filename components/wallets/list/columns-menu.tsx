"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePreload } from "../../layout/hooks/use-preload.ts";
import { WalletsLookButton } from "./columns-button.tsx";
import type { WalletsColumns } from "./use-wallets-columns.ts";

const load = () => import("./columns-choices.tsx").then((module) => module.ColumnsChoices);
// Loaded after the list, as the menu is rarely opened.
const Choices = dynamic(load, { ssr: false, loading: () => <WalletsLookButton aria-busy /> });

/** Visible columns and row height of the list. */
export function ColumnsMenu({ columns }: { columns: WalletsColumns }) {
  const [isWanted, setIsWanted] = useState(false);
  usePreload(load);
  if (isWanted) return <Choices columns={columns} />;
  return <WalletsLookButton onClick={() => setIsWanted(true)} />;
}
