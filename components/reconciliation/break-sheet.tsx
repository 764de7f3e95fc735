"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { Break } from "../../contract/reconciliation.ts";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { useResolveBreak, useUpdateBreak } from "../../lib/api/reconciliation.ts";
import { isOutcomeUnknown, isRefused } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { membersQuery } from "../../lib/api/team.ts";
import { dayText } from "../../lib/format/day.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { can } from "../../lib/permissions.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../ui/facts.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Textarea } from "../ui/input.tsx";
import { Link } from "../ui/link.tsx";
import { Money } from "../ui/money.tsx";
import { Sheet, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { RadioChips } from "../ui/radio-chips.tsx";
import { Select } from "../ui/select.tsx";
import { showToast } from "../ui/toast-store.ts";
import { When } from "../ui/when.tsx";
import { breakKinds, resolutions } from "./break-words.ts";
import { KindChip } from "./kind-chip.tsx";
import { texts } from "./texts.ts";

/** One break: both sides, owner, note, and its resolutions with what they book. Rails 6. */
export function BreakSheet({ item, onClose }: { item: Break | null; onClose: () => void }) {
  // The sheet keeps its content while it closes.
  const [shown, setShown] = useState(item);
  if (item !== null && item !== shown) setShown(item);
  return (
    <Sheet title={texts.break} isOpen={item !== null} onOpenChange={onClose}>
      {shown && <Content key={shown.id} item={shown} onDone={onClose} />}
    </Sheet>
  );
}

function Content({ item, onDone }: { item: Break; onDone: () => void }) {
  const session = useSession();
  const mayResolve = can(session, "MANAGE_BALANCE_SETTLEMENT");
  if (item.state === "open" && mayResolve) return <ResolveBreakForm item={item} onDone={onDone} />;
  return (
    <SheetBody>
      <BreakFacts item={item} />
      {item.state === "open" && (
        <p className="flex items-start gap-1.5 text-fg-2">
          <Icon of={Lock} size={14} className="mt-0.5" />
          {texts.yourRoleRoleCannot(session.role)}
        </p>
      )}
    </SheetBody>
  );
}

type Choice = Exclude<Break["choices"][number], "agreed">;

function ResolveBreakForm({ item, onDone }: { item: Break; onDone: () => void }) {
  const id = useId();
  const choices = item.choices.filter((choice): choice is Choice => choice !== "agreed");
  const [choice, setChoice] = useState<Choice | null>(null);
  const [note, setNote] = useState(item.note ?? "");
  const [isTried, setIsTried] = useState(false);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const resolve = useResolveBreak(item.id);
  const update = useUpdateBreak(item.id);
  const isOnline = useOnline();
  const isUnknown = isOutcomeUnknown(resolve.error);
  const isNoteNew = note.trim() !== "" && note.trim() !== (item.note ?? "");
  const change = (apply: () => void) => {
    apply();
    setIdempotencyKey(newIdempotencyKey());
    resolve.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (choice === null || note.trim() === "" || resolve.isPending || !isOnline) return;
    resolve.mutate(
      { resolution: choice, note: note.trim(), idempotencyKey },
      {
        onSuccess: () => {
          onDone();
          showToast({ title: texts.breakResolved });
        },
        onError: (error) => isRefused(error) && setIdempotencyKey(newIdempotencyKey()),
      },
    );
  };
  const saveNote = () =>
    update.mutate({ note: note.trim() }, { onSuccess: () => showToast({ title: texts.noteSaved }) });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <BreakFacts item={item} />
        <Owner item={item} />
        <div className="grid gap-2">
          <RadioChips
            legend={texts.resolution}
            options={choices}
            label={(option) => resolutions[option].word}
            control={(option) => ({
              name: id,
              checked: choice === option,
              disabled: isUnknown,
              onChange: () => change(() => setChoice(option)),
            })}
          />
          <p role="status" className="min-h-10 text-fg-2">
            {choice === null ? (isTried ? texts.chooseAResolution : texts.chooseWhatToDo) : resolutions[choice].text}
          </p>
        </div>
        <Field
          label={texts.note}
          hint={texts.whatYouFoundOut}
          error={isTried && note.trim() === "" ? texts.sayWhatYouFound : undefined}
        >
          {(field) => (
            <Textarea
              {...field}
              maxLength={500}
              value={note}
              readOnly={isUnknown}
              onChange={({ target }) => change(() => setNote(target.value))}
            />
          )}
        </Field>
        {resolve.isError && (
          <WriteProblem
            title={texts.nothingWasBooked}
            lostTitle={texts.weDoNotKnow}
            lost={texts.theAnswerWasLost}
            error={resolve.error}
          />
        )}
        {update.isError && <WriteProblem title={texts.notSaved} error={update.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button isBusy={update.isPending} isBlocked={!isNoteNew || !isOnline} onClick={saveNote}>
          {texts.saveNote}
        </Button>
        <Button type="submit" variant="primary" isBusy={resolve.isPending} isBlocked={!isOnline}>
          {texts.resolveBreak}
        </Button>
      </SheetFoot>
    </form>
  );
}

function Owner({ item }: { item: Break }) {
  const session = useSession();
  const id = useId();
  const { data } = useQuery({ ...membersQuery(session), enabled: can(session, "BROWSE_TEAM_MEMBER") });
  const update = useUpdateBreak(item.id);
  const members = (data?.data ?? []).map((member) => ({
    value: member.id,
    label: `${member.firstName} ${member.lastName}`,
  }));
  const isListed = item.owner === null || members.some(({ value }) => value === item.owner?.id);
  const options =
    isListed || item.owner === null ? members : [{ value: item.owner.id, label: item.owner.name }, ...members];
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {texts.owner}
      </label>
      <Select
        id={id}
        value={item.owner?.id ?? ""}
        none={texts.nobody}
        options={options}
        onValue={(ownerId) => update.mutate({ ownerId })}
        className="max-w-72"
      />
      {update.isError && <WriteProblem title={texts.theOwnerWasNot} error={update.error} />}
    </div>
  );
}

function BreakFacts({ item }: { item: Break }) {
  const { kind, date, sessionId, payoutReference, bankCreditId, ourAmount, bankAmount, ourStatus, bankStatus } = item;
  return (
    <>
      <div className="grid justify-items-start gap-1.5">
        <KindChip kind={kind} isShortOnPhone={false} />
        <p>{breakKinds[kind].text}</p>
      </div>
      <Facts>
        <Fact name={texts.ourBooks}>
          <SideText amount={ourAmount} status={ourStatus} />
        </Fact>
        <Fact name={texts.bank}>
          <SideText amount={bankAmount} status={bankStatus} lines={item.lines} />
        </Fact>
        <Fact name={texts.differenceOfTheFloat}>
          <strong className="font-semibold">{formatKobo(item.difference, { signed: true })}</strong>
        </Fact>
        <Fact name={texts.day}>{texts.dayAgeDaysD(dayText(date), item.ageDays)}</Fact>
        <Fact name={texts.direction}>{item.direction === "in" ? texts.moneyIn : texts.moneyOut}</Fact>
        <Fact name={texts.sessionId}>
          <IdText
            text={sessionId.length > 20 ? `${sessionId.slice(0, 12)}…${sessionId.slice(-4)}` : sessionId}
            title={sessionId}
          >
            <CopyButton value={sessionId} label={texts.sessionId2} className="-mr-1.5" />
          </IdText>
        </Fact>
        {payoutReference !== null && (
          <Fact name={texts.payout}>
            <FactLink href={`/payouts/${encodeURIComponent(payoutReference)}`}>{texts.seeThePayout}</FactLink>
          </Fact>
        )}
        {bankCreditId !== null && (
          <Fact name={texts.bankCredit}>
            <FactLink href={`/incoming?open=${bankCreditId}`}>{texts.seeTheCredit}</FactLink>
          </Fact>
        )}
        {item.resolution !== null && <Fact name={texts.resolution}>{resolutions[item.resolution].word}</Fact>}
        {item.resolvedAt !== null && (
          <Fact name={texts.resolved}>
            <span>
              <When at={item.resolvedAt} isLong />
              {item.resolvedByName && texts.byResolvedByName(item.resolvedByName)}
            </span>
          </Fact>
        )}
        {item.state === "resolved" && item.note !== null && (
          <Fact name={texts.note}>
            <span className="min-w-0 wrap-anywhere">{item.note}</span>
          </Fact>
        )}
      </Facts>
    </>
  );
}

function SideText({ amount, status, lines = 1 }: { amount: number | null; status: string | null; lines?: number }) {
  if (amount === null) return <span className="text-fg-2">{texts.notThere}</span>;
  return (
    <span>
      {lines > 1 && `${lines} × `}
      <Money kobo={amount} />
      {status !== null && <span className="text-fg-2"> · {status.replaceAll("_", " ")}</span>}
    </span>
  );
}

function FactLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="rounded-small font-medium text-accent hover:underline">
      {children}
    </Link>
  );
}
