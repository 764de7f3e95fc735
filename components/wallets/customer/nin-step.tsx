"use client";

import { type FormEvent, useRef, useState } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { linkIdentity, useInvalidateWallets } from "../../../lib/api/customers.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useSecretCall } from "../../../lib/api/use-secret-call.ts";
import { Button } from "../../ui/button.tsx";
import { IdentityNumberField } from "./identity-number-field.tsx";
import { isElevenDigits } from "./identity-number-rules.ts";
import { FailedCheck, IdentityProblem, numberProblem } from "./identity-problem.tsx";
import { texts } from "./texts.ts";

type NinStepProps = { wallet: Wallet; isNext: boolean; onReport: (text: string) => void };

/** Links the NIN. It has no lookup: linking is the check, and a failed one freezes the wallet. */
export function NinStep({ wallet: { customerId, status }, isNext, onReport }: NinStepProps) {
  const session = useSession();
  const invalidate = useInvalidateWallets();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);
  const link = useSecretCall((digits: string) =>
    linkIdentity(session, { customerId, number: { kind: "nin", digits } }),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const digits = input.current?.value ?? "";
    if (!isElevenDigits(digits)) {
      setProblem(texts.enterExactly11Digits);
      return input.current?.focus();
    }
    const flags = await link.send(digits);
    invalidate();
    if (!flags) return;
    if (input.current) input.current.value = "";
    setHasFailed(!flags.isNINVerified);
    onReport(flags.isNINVerified ? texts.ninLinked : texts.theCheckFailedThe);
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="grid gap-3">
      <p className="text-fg-2">
        {texts.theRegistryChecksIt}
        {status === "ACTIVE" && texts.ifTheCheckFails}.
      </p>
      <IdentityNumberField
        label="NIN"
        input={input}
        error={problem ?? numberProblem(link.error, "nin")}
        onInput={() => {
          setProblem(undefined);
          setHasFailed(false);
          link.reset();
        }}
      />
      <div>
        <Button type="submit" variant={isNext ? "primary" : "plain"} isBusy={link.isPending}>
          {texts.linkNin}
        </Button>
      </div>
      {link.error !== null && numberProblem(link.error, "nin") === undefined && (
        <IdentityProblem error={link.error} title={texts.theNinWasNot} />
      )}
      {hasFailed && <FailedCheck label="NIN" />}
    </form>
  );
}
