"use client";

import { CircleCheck, CircleX, Clock, Minus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { problemText } from "../../../lib/api/service-error.ts";
import { useLastSignedAttempt } from "../../../lib/api/webhook-deliveries.ts";
import { countOf } from "../../../lib/format/names.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { durationText } from "../webhook-labels.ts";
import { texts } from "./texts.ts";
import { checkSignature, type SignatureCheck, type Verdict, WINDOW_SECONDS } from "./verify-signature.ts";

const EMPTY = { key: "", body: "", timestamp: "", own: "", sha512: "", sha256: "" };

/** Verifies both digests and the time window in this page: the key is neither sent nor stored. Dashboard 5.10. */
export function SignatureWorkbench() {
  const [fields, setFields] = useState(EMPTY);
  const [check, setCheck] = useState<SignatureCheck | null>(null);
  const set = (name: keyof typeof EMPTY) => (value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    setCheck(null);
  };
  const lastSigned = useLastSignedAttempt();
  const fillIn = () =>
    lastSigned.mutate(undefined, {
      onSuccess: (signed) => {
        if (!signed) return;
        setFields(({ key }) => ({ key, ...signed }));
        setCheck(null);
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void checkSignature(fields, Date.now()).then(setCheck);
  };
  return (
    <section aria-labelledby="workbench">
      <h2 id="workbench" className="font-semibold text-md">
        {texts.checkASignature}
      </h2>
      <p className="mt-1 text-fg-2">{texts.workedOutInThis}</p>
      {/* Inputs without names, so that the browser never stores or submits them. */}
      <form onSubmit={submit} autoComplete="off" className="mt-4 grid gap-4">
        <Field label={texts.signingSecretOrPrivate} hint={texts.theSecretOfThe}>
          {(field) => (
            <Input
              {...field}
              type="password"
              autoComplete="new-password"
              spellCheck={false}
              value={fields.key}
              onChange={({ target }) => set("key")(target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="small" isBusy={lastSigned.isPending} onClick={fillIn}>
            {texts.toUseTheLast}
          </Button>
          <span role="status" className="text-fg-2 text-xs">
            {lastSigned.isError && problemText(lastSigned.error)}
            {lastSigned.isSuccess && filledText(lastSigned.data !== null)}
          </span>
        </div>
        <Field label={texts.rawBody} hint={texts.everyByteAsIt}>
          {(field) => (
            <Textarea
              {...field}
              spellCheck={false}
              value={fields.body}
              onChange={({ target }) => set("body")(target.value)}
              className="font-mono text-id"
            />
          )}
        </Field>
        <TextField label="x-webhook-timestamp" value={fields.timestamp} onChange={set("timestamp")} />
        <TextField label="x-subscription-signature" value={fields.own} onChange={set("own")} />
        <TextField label="x-webhook-signature" value={fields.sha256} onChange={set("sha256")} />
        <TextField label="x-service-signature" value={fields.sha512} onChange={set("sha512")} />
        <div className="flex justify-end gap-2">
          <Button
            onClick={() => {
              setFields(EMPTY);
              setCheck(null);
              lastSigned.reset();
            }}
          >
            {texts.clear}
          </Button>
          <Button type="submit" variant="primary">
            {texts.checkSignature}
          </Button>
        </div>
      </form>
      <div role="status" aria-label={texts.result} className="mt-4 min-h-32">
        {check && <Result check={check} />}
      </div>
    </section>
  );
}

function filledText(isFound: boolean): string {
  return isFound ? texts.filledInFromThe : texts.nothingWasSentYet;
}

type TextFieldProps = { label: string; value: string; onChange: (value: string) => void };

function TextField({ label, value, onChange }: TextFieldProps) {
  return (
    <Field label={label}>
      {(field) => (
        <Input
          {...field}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="font-mono text-id"
        />
      )}
    </Field>
  );
}

const verdicts = {
  match: { tone: "ok", icon: CircleCheck, word: texts.matches },
  differs: { tone: "bad", icon: CircleX, word: texts.differs },
  absent: { tone: "mute", icon: Minus, word: texts.notGiven },
} as const;

function Result({ check }: { check: SignatureCheck }) {
  return (
    <dl className="grid">
      <Row name={texts.xSubscriptionSignatureHmac}>
        <VerdictChip verdict={check.own} />
      </Row>
      <Row name={texts.xWebhookSignatureHmac}>
        <VerdictChip verdict={check.sha256} />
      </Row>
      <Row name={texts.xServiceSignatureHmac}>
        <VerdictChip verdict={check.sha512} />
      </Row>
      <Row name={texts.timestampWithinS(WINDOW_SECONDS)}>
        <span className="text-fg-2">{ageText(check.ageSeconds)}</span>
        <Chip tone={check.isFresh ? "ok" : "bad"} icon={check.isFresh ? CircleCheck : Clock}>
          {check.isFresh ? texts.inTheWindow : texts.outside}
        </Chip>
      </Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-row flex-wrap items-center justify-between gap-x-4 border-b py-1 last:border-b-0">
      <dt>{name}</dt>
      <dd className="flex items-center gap-3 tabular-nums">{children}</dd>
    </div>
  );
}

function VerdictChip({ verdict }: { verdict: Verdict }) {
  const { tone, icon, word } = verdicts[verdict];
  return (
    <Chip tone={tone} icon={icon}>
      {word}
    </Chip>
  );
}

function ageText(seconds: number | null): string {
  if (seconds === null) return texts.noUnixTimeIn;
  const size = Math.abs(seconds) < 60 ? countOf(Math.abs(seconds), "second") : durationText(Math.abs(seconds));
  return seconds < 0 ? texts.sizeTextAhead(size) : texts.sizeTextOld(size);
}
