"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePreload } from "../../layout/hooks/use-preload.ts";
import { WalletsLookButton } from "./columns-button.tsx";
import type { WalletsLook } from "./use-wallets-columns.ts";

const load = () => import("./columns-choices.tsx").then((module) => module.WalletsLookChoices);
// The menu comes once the list is there: few people open it twice.
const Choices = dynamic(load, { ssr: false, loading: () => <WalletsLookButton aria-busy /> });

/** Which columns the list has and how high its rows are. */
export function WalletsLookMenu({ look }: { look: WalletsLook }) {
  const [isWanted, setIsWanted] = useState(false);
  usePreload(load);
  if (isWanted) return <Choices look={look} />;
  return <WalletsLookButton onClick={() => setIsWanted(true)} />;
}
