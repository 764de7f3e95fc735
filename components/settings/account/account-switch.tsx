"use client";

import { useId } from "react";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { usePendingChanges } from "../../../lib/api/changes.ts";
import { useUpdateSettings } from "../../../lib/api/settings.ts";
import { PendingChanges, WAITING } from "../../layout/page/pending-changes.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Switch } from "../../ui/switch.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { Obstacle, useSettingsObstacle } from "./setting-obstacle.tsx";

type AccountSwitchProps = {
  field:
    | "requirePinForDebit"
    | "requireTwoFactor"
    | "membersMayMoveMoney"
    | "canDebitCustomer"
    | "internalTransfers"
    | "mailChainHead";
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
  const waiting = usePendingChanges().filter(({ kind, after }) => kind === "settings" && field in after);
  const ask = () => {
    if (update.isPending) return;
    const onSuccess = (now: MerchantSettings) => now[field] === isOn && showToast(WAITING);
    update.mutate({ [field]: !isOn }, { onSuccess });
  };
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
            onAsk={ask}
          />
        </span>
      </div>
      {obstacle !== null && <Obstacle id={`${id}-why`}>{obstacle}</Obstacle>}
      <PendingChanges changes={waiting} />
      {update.isError && <WriteProblem error={update.error} />}
    </div>
  );
}
