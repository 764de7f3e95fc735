"use client";

import { Contrast } from "lucide-react";
import { MiniButton } from "../../ui/button.tsx";
import { isDarkNow, useTheme } from "./theme.ts";

/** Light to dark and back; the account menu also offers to follow the system. */
export function ThemeButton() {
  const [, choose] = useTheme();
  return (
    <MiniButton
      icon={Contrast}
      aria-label="Switch between light and dark"
      onClick={() => choose(isDarkNow() ? "light" : "dark")}
    />
  );
}
