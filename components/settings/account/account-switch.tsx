"use client";

import { useId } from "react";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { useUpdateSettings } from "../../../lib/api/settings.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Obstacle, useSettingsObstacle } from "./setting-obstacle.tsx";

type AccountSwitchProps = {
  field: "requirePinForDebit" | "requireTwoFactor" | "membersMayMoveMoney" | "canDebitCustomer" | "internalTransfers";
  label: string;
  about: string;
  settings: MerchantSettings;
  /** Only a MainMerchant changes it. */
  isMainMerchantOnly?: boolean;
};

/** A setting that is on or off; it moves when the service has saved it. */
export function AccountSwitch({ field, label, about, settings, isMainMerchantOnly = false }: AccountSwitchProps) {
  const id = useId();
  const update = useUpdateSettings();
  const { now: obstacle } = useSettingsObstacle({ isMainMerchantOnly });
  const isOn = settings[field];
  return (
    <div className="grid gap-2">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">{label}</p>
          <p id={`${id}-about`} className="text-fg-2">
            {about}
          </p>
        </div>
        <span className="mt-0.5" aria-busy={update.isPending || undefined}>
          <Switch
            label={label}
            isOn={isOn}
            isBlocked={obstacle !== null}
            describedBy={obstacle === null ? `${id}-about` : `${id}-about ${id}-why`}
            onAsk={() => update.isPending || update.mutate({ [field]: !isOn })}
          />
        </span>
      </div>
      {obstacle !== null && <Obstacle id={`${id}-why`}>{obstacle}</Obstacle>}
      {update.isError && <WriteProblem error={update.error} />}
    </div>
  );
}
