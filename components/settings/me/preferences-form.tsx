"use client";

import type { ComponentProps } from "react";
import { SHOWN_ZONES, type ShownZone } from "../../../lib/format/instant.ts";
import { useZone } from "../../layout/hooks/use-zone.ts";
import { DENSITIES, useDensity } from "../../layout/shell/density.ts";
import { THEME_CHOICES, type ThemeChoice, useTheme } from "../../layout/shell/theme.ts";
import { useShortcutsPreference } from "../../layout/shell/use-shortcuts-preference.ts";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { Switch } from "../../ui/switch.tsx";
import { texts } from "./texts.ts";

const themes: Record<ThemeChoice, string> = { system: texts.likeTheSystem, light: texts.light, dark: texts.dark };
const zones: Record<ShownZone, string> = { lagos: texts.lagos, utc: "UTC", here: texts.thisComputers };
const heights = DENSITIES.map(({ value }) => value);

/** Display preferences, stored in this browser only; they apply immediately. Dashboard 2.5, 5.12. */
export function PreferencesForm() {
  const [theme, chooseTheme] = useTheme();
  const [density, chooseDensity] = useDensity();
  const [zone, chooseZone] = useZone();
  const [hasShortcuts, chooseShortcuts] = useShortcutsPreference();
  return (
    <>
      <RadioChips
        legend={texts.theme}
        options={THEME_CHOICES}
        label={(choice) => themes[choice]}
        control={chips("theme", theme, chooseTheme)}
      />
      <RadioChips
        legend={texts.rowHeight}
        options={heights}
        label={(height) => DENSITIES.find(({ value }) => value === height)?.label ?? height}
        control={chips("density", density, chooseDensity)}
      />
      <RadioChips
        legend={texts.timesAreShownIn}
        options={SHOWN_ZONES}
        label={(choice) => zones[choice]}
        control={chips("zone", zone, chooseZone)}
      />
      <p className="-mt-3 text-fg-2 text-xs">{texts.daysAndDailyLimits}</p>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">{texts.keyboardShortcuts}</p>
          <p id="shortcuts-about" className="text-fg-2">
            {texts.ctrlKAndSearch}
          </p>
        </div>
        <Switch
          label={texts.keyboardShortcuts}
          isOn={hasShortcuts}
          describedBy="shortcuts-about"
          onAsk={() => chooseShortcuts(!hasShortcuts)}
        />
      </div>
    </>
  );
}

function chips<Value extends string>(name: string, value: Value, choose: (value: Value) => void) {
  return (option: Value): ComponentProps<"input"> => ({
    name,
    checked: option === value,
    onChange: () => choose(option),
  });
}
