"use client";

import { Check, CircleAlert, Lock } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useRef } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { countOf } from "../../../lib/format/names.ts";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import { can } from "../../../lib/permissions.ts";
import { useHydrated } from "../../layout/hooks/use-hydrated.ts";
import { usePreload } from "../../layout/hooks/use-preload.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { LoadingNote } from "../../ui/skeleton.tsx";
import { ColumnsForm } from "./columns-form.tsx";
import { FileStep } from "./file-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { SendStep } from "./send-step.tsx";
import { texts } from "./texts.ts";
import { useDebitObstacle } from "./use-import-review.ts";
import { useWizard, type Wizard } from "./use-wizard.ts";
import { kindTexts, STEPS, type Step } from "./wizard-texts.ts";

// Needed once a file is chosen, so they load after the page.
const loadCheck = () => import("./check/check-step.tsx").then((module) => module.CheckStep);
const CheckStep = dynamic(loadCheck, { ssr: false, loading: () => <LoadingNote>{texts.loadingTheRows}</LoadingNote> });
const GiveUpDialog = lazySheet(
  () => import("./give-up-dialog.tsx").then((module) => module.GiveUpDialog),
  ({ giveUp }) => giveUp.isAsking,
);

type KindProps = { kind: ImportKind; isKindSelected: boolean; onKind: (kind: ImportKind) => void };
type ImportWizardProps = KindProps & { from: string | null };

/** File, Check, Review, Send: every row is accounted for before anything leaves this computer. Dashboard 5.6. */
export function ImportWizard({ from, ...choice }: ImportWizardProps) {
  const { kind } = choice;
  const session = useSession();
  const wizard = useWizard(kind, from);
  const heading = useStepFocus(wizard.step);
  usePreload(loadCheck);
  const mayBegin = can(session, PERMISSIONS[kind]);
  const isHydrated = useHydrated();
  return (
    <>
      <PageHead
        back={{ href: "/imports", label: texts.imports }}
        title={
          <span ref={heading} tabIndex={-1} className="outline-none focus-visible:outline-none">
            {kindTexts[kind].title}
          </span>
        }
        actions={<WizardActions wizard={wizard} />}
      />
      <WizardSteps step={wizard.step} />
      {mayBegin ? (
        // A file that is chosen before hydration would be lost.
        <div inert={!isHydrated} aria-busy={!isHydrated} className="contents">
          <StepBody {...choice} isFix={from !== null} wizard={wizard} />
        </div>
      ) : (
        <NoRightNote role={session.role} kind={kind} />
      )}
      <GiveUpDialog giveUp={wizard.giveUp} changes={wizard.source.state.changes} />
    </>
  );
}

type StepBodyProps = KindProps & { isFix: boolean; wizard: Wizard };

function StepBody({ wizard, ...file }: StepBodyProps) {
  const { kind } = file;
  const { source, step, review, request } = wizard;
  const { progress } = source.state;
  if (step === "Check" && progress) {
    return <CheckStep source={source} progress={progress} onColumns={wizard.toColumns} onDecimal={wizard.readAs} />;
  }
  if (step === "Send") {
    return <SendStep kind={kind} stage={wizard.stage} onAgain={wizard.sendAgain} onBack={() => wizard.toReview()} />;
  }
  if (step === "Review") {
    return (
      <ReviewStep
        kind={kind}
        review={review}
        isPreparing={request.reference === undefined}
        typed={request.typed}
        onTyped={wizard.type}
        counts={progress?.counts ?? null}
        preflight={wizard.preflight}
        choice={wizard.choice}
        onChoice={(choice) => void wizard.decide(choice)}
        onCheckAgain={wizard.checkRows}
        onAfter={(batchId) => wizard.toReview({ after: request.after + batchId })}
      />
    );
  }
  return <FileBody {...file} wizard={wizard} />;
}

/** Chooses a file; then its unit and columns, where the file does not name them. */
function FileBody({ kind, isFix, isKindSelected, wizard, onKind }: StepBodyProps) {
  const { source, rejected } = wizard;
  const { opened, problem, file, mapping, unit, asks } = source.state;
  const obstacle = useDebitObstacle(kind);
  if (opened && problem === null && asks !== "nothing") {
    return (
      <ColumnsForm
        kind={kind}
        opened={opened}
        hasColumns={asks === "columns"}
        mapping={mapping}
        unit={unit}
        onCheck={(...input) => void source.check(...input)}
      />
    );
  }
  return (
    <>
      {!isFix && <KindChoice kind={kind} isSelected={isKindSelected} onKind={onKind} />}
      {obstacle !== null && (
        <Callout role="status" className="mt-5 max-w-form" tone="wait" icon={Lock} title={texts.debitsCannotBeSent}>
          <p>{obstacle}</p>
        </Callout>
      )}
      {rejected.problem !== null && (
        <Callout
          role="alert"
          className="mt-6 max-w-form"
          tone="bad"
          icon={CircleAlert}
          title={texts.theRejectedRowsCould}
          action={
            <Button size="small" onClick={rejected.retry}>
              {texts.tryAgain}
            </Button>
          }
        >
          <p>{rejected.problem}</p>
        </Callout>
      )}
      <FileStep
        kind={kind}
        problem={problem}
        isBusy={rejected.isLoading || (file !== null && problem === null)}
        pasted={wizard.pasted}
        onPaste={wizard.paste}
        onChoose={wizard.choose}
      />
    </>
  );
}

function WizardActions({ wizard }: { wizard: Wizard }) {
  const { source, step, review } = wizard;
  const { progress, opened } = source.state;
  const counts = progress?.counts;
  // Rows that the service would reject are left out in Review only.
  const rows = counts ? counts.rows - counts.errors - counts.repeats : 0;
  const actions: Record<Step, ReactNode> = {
    File: opened && <Button onClick={source.drop}>{texts.back}</Button>,
    Check: (
      <>
        <Button onClick={wizard.leaveCheck}>{progress?.isComplete ? texts.back : texts.cancel}</Button>
        <Button variant="primary" isBlocked={!progress?.isComplete || rows === 0} onClick={() => wizard.toReview()}>
          {texts.reviewRows(countOf(rows, "row"))}
        </Button>
      </>
    ),
    Review: (
      <>
        <Button onClick={wizard.toCheck}>{texts.back}</Button>
        <Button variant="primary" isBlocked={!wizard.isSendable} onClick={() => void wizard.send()}>
          {texts.sendRows(countOf(review.rows, "row"))}
        </Button>
      </>
    ),
    Send: null,
  };
  return actions[step];
}

/** Moves the focus to the new step's heading, so that it is announced and Tab continues from there. */
function useStepFocus(step: Step) {
  const heading = useRef<HTMLSpanElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}

const KINDS: readonly ImportKind[] = ["create", "credit", "debit", "payout"];

/** The permission that a kind of import needs. */
const PERMISSIONS = {
  create: "CREATE_CUSTOMER_WALLET",
  credit: "WALLET_CREDIT_DEBIT",
  debit: "WALLET_CREDIT_DEBIT",
  payout: "TRANSFER_TO_BANK",
} as const satisfies Record<ImportKind, string>;
const PERMISSION_NAMES: Record<ImportKind, string> = {
  create: texts.createCustomerWallets,
  credit: texts.creditAndDebitWallets,
  debit: texts.creditAndDebitWallets,
  payout: texts.sendMoneyToBanks,
};

type KindChoiceProps = { kind: ImportKind; isSelected: boolean; onKind: (kind: ImportKind) => void };

/** The kind of rows. Another kind restarts the page; `isSelected` means that this happened here and the focus belongs here. */
function KindChoice({ kind, isSelected, onKind }: KindChoiceProps) {
  const kindOf = (word: string) => KINDS.find((one) => kindTexts[one].choice === word) ?? kind;
  return (
    <div className="mt-6">
      <RadioChips
        legend={texts.importType}
        options={KINDS.map((one) => kindTexts[one].choice)}
        control={(word) => ({
          name: "kind",
          checked: kindOf(word) === kind,
          autoFocus: isSelected && kindOf(word) === kind,
          onChange: () => onKind(kindOf(word)),
        })}
      />
    </div>
  );
}

/** Explains to users without the permission why they cannot send, before they choose a file. Dashboard 2.4. */
function NoRightNote({ role, kind }: { role: string; kind: ImportKind }) {
  const needed = PERMISSION_NAMES[kind];
  return (
    <Callout className="mt-6" tone="mute" icon={Lock} title={texts.youCanLookAt}>
      <p>{texts.yourRoleRoleCannot(role, needed)}</p>
    </Callout>
  );
}

/** The steps and the current one; on a phone only the current one is visible. */
function WizardSteps({ step }: { step: Step }) {
  const now = STEPS.indexOf(step);
  return (
    <ol aria-label={texts.steps} className="mt-5 flex items-center gap-2 md:gap-3">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index === now ? "step" : undefined}
          className={classNames(
            "flex items-center gap-2 whitespace-nowrap",
            index > 0 && "before:h-px before:w-4 before:bg-line md:before:mr-1 md:before:w-8",
            index === now ? "font-semibold text-fg" : "text-fg-2",
          )}
        >
          <span
            className={classNames(
              "inline-grid size-5 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums",
              index < now ? "bg-ok-tint text-ok" : index === now ? "bg-fg text-panel" : "bg-mute-tint text-mute",
            )}
          >
            {index < now ? <Icon of={Check} size={12} /> : index + 1}
          </span>
          <span className={index === now ? "" : "max-md:sr-only"}>
            {name}
            {index < now && <span className="sr-only">{texts.done}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
