"use client";

import type { ComponentProps } from "react";
import { THEME_CHOICES, useTheme } from "../layout/theme.ts";
import { useLook } from "../layout/use-look.ts";
import { useShortcuts } from "../layout/use-shortcuts.ts";
import { useZone } from "../layout/use-zone.ts";
import { RadioChips } from "../ui/radio-chips.tsx";
import { Switch } from "../ui/switch.tsx";

const DENSITIES = ["compact", "normal", "roomy"] as const;
const ZONES = ["lagos", "utc", "here"] as const;
const labels = {
  system: "Like the system",
  light: "Light",
  dark: "Dark",
  compact: "Compact",
  normal: "Normal",
  roomy: "Roomy",
  lagos: "Lagos",
  utc: "UTC",
  here: "This computer’s",
} as const;
type Option = keyof typeof labels;

/** How this person likes the pages, in this browser only; it takes effect at once. Dashboard 2.5, 5.12. */
export function PreferencesForm() {
  const [theme, chooseTheme] = useTheme();
  const [height, chooseHeight] = useLook("density");
  const [zone, chooseZone] = useZone();
  const [hasShortcuts, chooseShortcuts] = useShortcuts();
  const density = DENSITIES.find((one) => one === height) ?? "normal";
  return (
    <>
      <RadioChips legend="Theme" options={THEME_CHOICES} label={labelOf} control={chips("theme", theme, chooseTheme)} />
      <RadioChips
        legend="Row height of lists"
        options={DENSITIES}
        label={labelOf}
        control={chips("density", density, chooseHeight)}
      />
      <RadioChips
        legend="Times are shown in"
        options={ZONES}
        label={labelOf}
        control={chips("zone", zone, chooseZone)}
      />
      <p className="-mt-3 text-fg-2 text-xs">
        Days and daily limits are always those of Lagos. Resting on a time shows it in Lagos and in UTC.
      </p>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">Keyboard shortcuts</p>
          <p id="shortcuts-about" className="text-fg-2">
            Ctrl K and / search, J and K walk through lists, ? shows all of them.
          </p>
        </div>
        <Switch
          label="Keyboard shortcuts"
          isOn={hasShortcuts}
          describedBy="shortcuts-about"
          onAsk={() => chooseShortcuts(!hasShortcuts)}
        />
      </div>
    </>
  );
}

function labelOf(option: Option): string {
  return labels[option];
}

function chips<Value extends string>(name: string, value: Value, choose: (value: Value) => void) {
  return (option: Value): ComponentProps<"input"> => ({
    name,
    checked: option === value,
    onChange: () => choose(option),
  });
}
