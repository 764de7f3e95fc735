"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePreload } from "../hooks/use-preload.ts";
import { AccountButton } from "./account-button.tsx";

const load = () => import("./account-menu.tsx").then((module) => module.AccountMenu);
// The menu and its placement weigh a fifth of the page and are opened once a day: they come later.
const AccountMenu = dynamic(load, { ssr: false, loading: () => <AccountButton aria-busy /> });

export function Account() {
  const [isWanted, setIsWanted] = useState(false);
  usePreload(load);
  if (isWanted) return <AccountMenu />;
  return <AccountButton onClick={() => setIsWanted(true)} />;
}
