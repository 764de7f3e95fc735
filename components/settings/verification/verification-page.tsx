"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Hourglass, Info, Send } from "lucide-react";
import { useId } from "react";
import type { BusinessVerification } from "../../../contract/business-verification.ts";
import { documentKinds } from "../../../contract/document-kinds.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useSubmitVerification, verificationQuery } from "../../../lib/api/verification.ts";
import { can } from "../../../lib/permissions.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { ForbiddenPage } from "../../layout/page/forbidden-page.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Link } from "../../ui/link.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { Obstacle } from "../account/setting-obstacle.tsx";
import { Section } from "../section.tsx";
import { SettingsSkeleton } from "../settings-skeleton.tsx";
import { DocumentItem } from "./document-item.tsx";
import { documentTexts } from "./document-texts.ts";
import { texts } from "./texts.ts";

/** The documents of the business on its way to live mode: what is missing, the state of each, and the submission. Decision 0127. */
export function VerificationPage() {
  const session = useSession();
  if (!can(session, "UPDATE_MERCHANT_DETAIL")) return <ForbiddenPage permission="UPDATE_MERCHANT_DETAIL" />;
  return <Verification />;
}

function Verification() {
  const session = useSession();
  const read = useQuery(verificationQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  return (
    <>
      <PageHead title={texts.title} sub={texts.sub} />
      <div className="mt-2">
        {isLoading ? (
          <SettingsSkeleton lines={8} what={texts.theVerification} />
        ) : read.data ? (
          <Parts verification={read.data} />
        ) : (
          <LoadProblem what={texts.theVerification} error={read.error} onRetry={() => void read.refetch()} />
        )}
      </div>
    </>
  );
}

function Parts({ verification }: { verification: BusinessVerification }) {
  const { role } = useSession();
  const isOwner = role === "MainMerchant";
  const id = useId();
  const { documents, state } = verification;
  const isOpen = state !== "verified" && state !== "declined";
  const kinds = documentKinds.filter((kind) => isOpen || documents.some((document) => document.kind === kind));
  return (
    <>
      <Section title={texts.status} about={texts.statusAbout}>
        <div role="status">
          <Status verification={verification} />
        </div>
        {isOpen && !verification.emailConfirmed && (
          <Callout tone="wait" icon={CircleAlert} title={texts.confirmEmailTitle}>
            <p>
              {texts.confirmEmailText} <TextLink href="/settings/me">{texts.profilePage}</TextLink>.
            </p>
          </Callout>
        )}
        {!isOwner && <Obstacle id={id}>{texts.onlyMainMerchant}</Obstacle>}
      </Section>
      {kinds.length > 0 && (
        <Section title={texts.documents} about={texts.documentsAbout}>
          <ul className="-my-4 divide-y">
            {kinds.map((kind) => (
              <DocumentItem
                key={kind}
                kind={kind}
                document={documents.find((one) => one.kind === kind)}
                isOwner={isOwner}
                isOpen={isOpen}
              />
            ))}
          </ul>
        </Section>
      )}
      {isOpen && isOwner && <Submission verification={verification} />}
    </>
  );
}

function Status({ verification }: { verification: BusinessVerification }) {
  const { mode } = useSession();
  const { state, canSubmit, missing, answerBy, documents } = verification;
  const names = missing.map((kind) => documentTexts[kind].name).join(", ");
  if (state === "verified") {
    return (
      <Callout tone="ok" icon={CircleCheck} title={texts.verifiedTitle}>
        {mode === "PRODUCTION" ? (
          <p>{texts.verifiedLive}</p>
        ) : (
          <p>
            {texts.verifiedSandbox} <TextLink href="/settings/account">{texts.accountPage}</TextLink>.
          </p>
        )}
        {documents.length === 0 && <p>{texts.noDocumentsNeeded}</p>}
      </Callout>
    );
  }
  if (state === "declined") {
    return (
      <Callout tone="bad" icon={CircleAlert} title={texts.declinedTitle}>
        <p>{texts.declinedText}</p>
      </Callout>
    );
  }
  if (state === "changes_needed") {
    return (
      <Callout tone="bad" icon={CircleAlert} title={texts.changesTitle}>
        <p>{texts.changesText}</p>
        <p>{texts.stillMissing(names)}</p>
      </Callout>
    );
  }
  if (state === "under_review") {
    return (
      <Callout tone="wait" icon={Hourglass} title={texts.reviewTitle}>
        {answerBy ? (
          <p>
            {texts.answerBy} <When at={answerBy} isLong />. {texts.answerMail}
          </p>
        ) : (
          <p>{texts.reviewAgain}</p>
        )}
      </Callout>
    );
  }
  return (
    <Callout tone="info" icon={Info} title={canSubmit ? texts.readyTitle : texts.incompleteTitle}>
      <p>{canSubmit ? texts.readyText : texts.stillMissing(names)}</p>
    </Callout>
  );
}

function Submission({ verification }: { verification: BusinessVerification }) {
  const id = useId();
  const submit = useSubmitVerification();
  const isOnline = useOnline();
  const obstacle = isOnline ? obstacleOf(verification) : texts.youAreOffline;
  return (
    <Section title={texts.submission} about={texts.submissionAbout}>
      {submit.isError && <WriteProblem title={texts.notSubmittedProblem} error={submit.error} />}
      <div className="grid justify-items-start gap-2">
        <Button
          variant="primary"
          icon={Send}
          isBusy={submit.isPending}
          isBlocked={obstacle !== null}
          aria-describedby={obstacle === null ? undefined : id}
          onClick={() => submit.mutate(undefined, { onSuccess: () => showToast({ title: texts.submitted }) })}
        >
          {texts.submitButton}
        </Button>
        {obstacle !== null && <Obstacle id={id}>{obstacle}</Obstacle>}
      </div>
    </Section>
  );
}

function obstacleOf({ missing, emailConfirmed, canSubmit }: BusinessVerification): string | null {
  if (missing.length > 0) return texts.uploadFirst;
  if (!emailConfirmed) return texts.confirmFirst;
  return canSubmit ? null : texts.nothingToSubmit;
}

function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="font-medium underline underline-offset-3">
      {children}
    </Link>
  );
}
