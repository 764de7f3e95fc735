"use client";

import { type FormEvent, useState } from "react";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { problemOfField } from "../../../lib/api/service-error.ts";
import { useUpdateSettings } from "../../../lib/api/settings.ts";
import { nairaText, parseOptionalNaira } from "../../../lib/format/naira-text.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { NairaField } from "../../ui/naira-field.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { SaveRow, useSettingsObstacle } from "./setting-obstacle.tsx";
import { texts } from "./texts.ts";

/** The edited fields. Others follow the saved settings and are not sent, so another user's change shows and is kept. */
type Typed = { fee?: string; limit?: string };

/** The merchant's own fee, and its daily limit for outgoing money. API 6. */
export function AccountMoneyForm({ settings }: { settings: MerchantSettings }) {
  const update = useUpdateSettings();
  const obstacle = useSettingsObstacle();
  const [typed, setTyped] = useState<Typed>({});
  const [isTried, setIsTried] = useState(false);
  const { merchantFee } = settings.fees;
  const { merchantDailyLimit } = settings;
  const fee = typed.fee ?? nairaText(merchantFee);
  const limit = typed.limit ?? nairaText(merchantDailyLimit);
  const parsed = { fee: parseOptionalNaira(fee), limit: parseOptionalNaira(limit) };
  const problems = {
    fee: "message" in parsed.fee ? parsed.fee.message : undefined,
    limit: "message" in parsed.limit ? parsed.limit.message : noLimit(parsed.limit.kobo),
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!("kobo" in parsed.fee && "kobo" in parsed.limit) || problems.limit !== undefined) return;
    if (obstacle.now !== null || update.isPending) return;
    const change = {
      ...((parsed.fee.kobo ?? 0) !== merchantFee && { merchantFee: parsed.fee.kobo ?? 0 }),
      ...(parsed.limit.kobo !== merchantDailyLimit && { merchantDailyLimit: parsed.limit.kobo }),
    };
    update.mutate(change, {
      onSuccess: () => {
        setTyped({});
        setIsTried(false);
        showToast({ title: texts.moneyRulesSaved });
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <NairaField
        label={texts.yourFeeOnA}
        hint={texts.comesOnTopOf}
        text={fee}
        problem={(isTried ? problems.fee : undefined) ?? problemOfField(update.error, "merchantFee")}
        isReadOnly={obstacle.role !== null}
        onText={(next) => setTyped((was) => ({ ...was, fee: next }))}
      />
      <NairaField
        label={texts.dailyLimitOfAll}
        hint={texts.countsTheCalendarDay}
        text={limit}
        problem={(isTried ? problems.limit : undefined) ?? problemOfField(update.error, "merchantDailyLimit")}
        isReadOnly={obstacle.role !== null}
        onText={(next) => setTyped((was) => ({ ...was, limit: next }))}
      />
      {update.isError && <WriteProblem error={update.error} />}
      <SaveRow isBusy={update.isPending}>{texts.saveMoneyRules}</SaveRow>
    </form>
  );
}

function noLimit(kobo: number | null): string | undefined {
  return kobo === 0 ? texts.leaveItEmptyFor : undefined;
}
