"use client";

import { type FormEvent, useId, useState } from "react";
import type { MerchantSettings } from "../../contract/merchant-settings.ts";
import { problemOfField } from "../../lib/api/service-error.ts";
import { useUpdateSettings } from "../../lib/api/settings.ts";
import { nairaText, readNaira } from "../../lib/format/naira-text.ts";
import { useOnline } from "../layout/use-online.ts";
import { WriteProblem } from "../layout/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { NairaField } from "../ui/naira-field.tsx";
import { showToast } from "../ui/toast-store.ts";
import { Obstacle, useSettingsObstacle } from "./setting-obstacle.tsx";

/** The merchant's own fee, and how much may leave its wallets in a day. Api 6. */
export function AccountMoneyForm({ settings }: { settings: MerchantSettings }) {
  const id = useId();
  const update = useUpdateSettings();
  const isOnline = useOnline();
  const obstacle = useSettingsObstacle();
  // Only what differs from this is sent: what a colleague changed meanwhile stays as they left it.
  const [was, setWas] = useState(settings);
  const [fee, setFee] = useState(nairaText(was.fees.merchantFee));
  const [limit, setLimit] = useState(nairaText(was.merchantDailyLimit));
  const [isTried, setIsTried] = useState(false);
  const wish = { fee: readNaira(fee), limit: readNaira(limit) };
  const problems = {
    fee: "message" in wish.fee ? wish.fee.message : undefined,
    limit: "message" in wish.limit ? wish.limit.message : noLimit(wish.limit.kobo),
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!("kobo" in wish.fee && "kobo" in wish.limit) || problems.limit !== undefined || update.isPending) return;
    if (obstacle !== null || !isOnline) return;
    const change = {
      ...((wish.fee.kobo ?? 0) !== was.fees.merchantFee && { merchantFee: wish.fee.kobo ?? 0 }),
      ...(wish.limit.kobo !== was.merchantDailyLimit && { merchantDailyLimit: wish.limit.kobo }),
    };
    update.mutate(change, {
      onSuccess: (now) => {
        setWas(now);
        setFee(nairaText(now.fees.merchantFee));
        setLimit(nairaText(now.merchantDailyLimit));
        setIsTried(false);
        showToast({ title: "Money rules saved" });
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <NairaField
        label="Your fee on a transfer"
        hint="Comes on top of the platform’s, and goes to your merchant wallet."
        text={fee}
        problem={(isTried ? problems.fee : undefined) ?? problemOfField(update.error, "merchantFee")}
        isReadOnly={obstacle !== null}
        onText={setFee}
      />
      <NairaField
        label="Daily limit of all wallets together"
        hint="Counts the calendar day in Lagos. Empty: no limit."
        text={limit}
        problem={(isTried ? problems.limit : undefined) ?? problemOfField(update.error, "merchantDailyLimit")}
        isReadOnly={obstacle !== null}
        onText={setLimit}
      />
      {update.isError && <WriteProblem error={update.error} />}
      <div className="grid justify-items-start gap-2">
        <Button
          type="submit"
          isBusy={update.isPending}
          isBlocked={obstacle !== null || !isOnline}
          aria-describedby={obstacle === null ? undefined : id}
        >
          Save money rules
        </Button>
        {obstacle !== null && <Obstacle id={id}>{obstacle}</Obstacle>}
      </div>
    </form>
  );
}

function noLimit(kobo: number | null): string | undefined {
  return kobo === 0 ? "Leave it empty for no limit." : undefined;
}
