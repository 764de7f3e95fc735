"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { BalanceAlert } from "../../../contract/balance-alert.ts";
import { problemOfField } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { balanceAlertQuery, useUpdateBalanceAlert } from "../../../lib/api/settings.ts";
import { membersQuery } from "../../../lib/api/team.ts";
import { nairaText, parseOptionalNaira } from "../../../lib/format/naira-text.ts";
import { can } from "../../../lib/permissions.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { NairaField } from "../../ui/naira-field.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { SaveRow, useSettingsObstacle } from "./setting-obstacle.tsx";
import { texts } from "./texts.ts";

/** The low-balance alert of the merchant wallet: the amount, and who gets the mail. Nothing until it is known. Decision 0102. */
export function BalanceAlertForm() {
  const { data: alert } = useQuery(balanceAlertQuery(useSession()));
  return alert === undefined ? null : <AlertForm alert={alert} />;
}

/** The edited fields; others follow what is saved. */
type Typed = { amount?: string; members?: readonly string[] };

function AlertForm({ alert }: { alert: BalanceAlert | null }) {
  const update = useUpdateBalanceAlert();
  const obstacle = useSettingsObstacle();
  const [typed, setTyped] = useState<Typed>({});
  const [isTried, setIsTried] = useState(false);
  const amount = typed.amount ?? nairaText(alert?.threshold ?? null);
  const members = typed.members ?? alert?.memberIds ?? [];
  const parsed = parseOptionalNaira(amount);
  const problem = "message" in parsed ? parsed.message : parsed.kobo === 0 ? texts.leaveItEmptyForNoAlert : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!("kobo" in parsed) || problem !== undefined || obstacle.now !== null || update.isPending) return;
    update.mutate(
      { threshold: parsed.kobo, memberIds: members.length > 0 ? members : null },
      {
        onSuccess: (saved) => {
          setTyped({});
          setIsTried(false);
          showToast({ title: saved === null ? texts.lowBalanceAlertIsOff : texts.lowBalanceAlertSaved });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <NairaField
        label={texts.alertBelow}
        hint={texts.aMailGoesOncePerFall}
        text={amount}
        none={texts.noAlert}
        problem={(isTried ? problem : undefined) ?? problemOfField(update.error, "threshold")}
        isReadOnly={obstacle.role !== null}
        onText={(next) => setTyped((was) => ({ ...was, amount: next }))}
      />
      <Recipients
        chosen={members}
        isReadOnly={obstacle.role !== null}
        onChoose={(next) => setTyped((was) => ({ ...was, members: next }))}
      />
      {update.isError && <WriteProblem error={update.error} />}
      <SaveRow isBusy={update.isPending}>{texts.saveAlert}</SaveRow>
    </form>
  );
}

type RecipientsProps = { chosen: readonly string[]; isReadOnly: boolean; onChoose: (chosen: string[]) => void };

/** Members as checkboxes; none chosen stands for all Admins and main merchants. Nothing for those who may not see the team. */
function Recipients({ chosen, isReadOnly, onChoose }: RecipientsProps) {
  const session = useSession();
  const { data } = useQuery({ ...membersQuery(session), enabled: can(session, "BROWSE_TEAM_MEMBER") });
  if (!data) return null;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="font-medium">{texts.whoGetsTheMail}</legend>
      <p className="text-fg-2">{texts.nobodyChosenMeans}</p>
      {data.data.map(({ id, firstName, lastName }) => (
        <label key={id} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            disabled={isReadOnly}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, id] : chosen.filter((member) => member !== id))
            }
            className="size-4 accent-accent"
          />
          <span className="min-w-0 break-words">{`${firstName} ${lastName}`}</span>
        </label>
      ))}
    </fieldset>
  );
}
