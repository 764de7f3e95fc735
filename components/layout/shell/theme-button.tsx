"use client";

import { Contrast } from "lucide-react";
import { MiniButton } from "../../ui/button.tsx";
import { texts } from "./texts.ts";
import { isDarkNow, useTheme } from "./theme.ts";

/** Toggles between light and dark; the account menu also offers the system's setting. */
export function ThemeButton() {
  const [, choose] = useTheme();
  return (
    <MiniButton
      icon={Contrast}
      aria-label={texts.switchBetweenLightAnd}
      onClick={() => choose(isDarkNow() ? "light" : "dark")}
    />
  );
}
