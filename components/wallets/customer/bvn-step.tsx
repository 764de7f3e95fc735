"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, ShieldAlert } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import type { Customer } from "../../../contract/customers.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import {
  type BvnComparison,
  compareBvn,
  customerQuery,
  linkIdentity,
  useInvalidateWallets,
} from "../../../lib/api/customers.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useSecretCall } from "../../../lib/api/use-secret-call.ts";
import { formatPhone } from "../../../lib/format/names.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { IdentityNumberField } from "./identity-number-field.tsx";
import { isElevenDigits } from "./identity-number-rules.ts";
import { FailedCheck, IdentityProblem, numberProblem } from "./identity-problem.tsx";
import { texts } from "./texts.ts";

type BvnStepProps = { wallet: Wallet; onReport: (text: string) => void };

/** Looks up, compares and links a BVN. A mismatching one cannot be linked here: that would freeze the wallet. */
export function BvnStep({ wallet: { customerId }, onReport }: BvnStepProps) {
  const session = useSession();
  const invalidate = useInvalidateWallets();
  const customer = useQuery(customerQuery(session, customerId)).data;
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<BvnComparison>();
  const [hasFailed, setHasFailed] = useState(false);
  const compare = useSecretCall((bvn: string) => compareBvn(session, { customerId, bvn }));
  const link = useSecretCall((digits: string) =>
    linkIdentity(session, { customerId, number: { kind: "bvn", digits } }),
  );
  const forget = () => {
    setProblem(undefined);
    setFound(undefined);
    setHasFailed(false);
    compare.reset();
    link.reset();
  };
  const lookUp = async (event: FormEvent) => {
    event.preventDefault();
    const digits = input.current?.value ?? "";
    if (!isElevenDigits(digits)) {
      setProblem(texts.enterExactly11Digits);
      return input.current?.focus();
    }
    forget();
    const comparison = await compare.send(digits);
    // The input may have changed since the lookup.
    if (comparison && input.current?.value === digits) setFound(comparison);
  };
  const confirm = async () => {
    const flags = await link.send(input.current?.value ?? "");
    invalidate();
    if (!flags) return;
    if (input.current) input.current.value = "";
    setFound(undefined);
    setHasFailed(!flags.isBVNVerified);
    onReport(flags.isBVNVerified ? texts.bvnLinked : texts.theCheckFailedThe);
  };
  return (
    <form onSubmit={lookUp} noValidate autoComplete="off" className="grid gap-3">
      <IdentityNumberField
        label="BVN"
        input={input}
        error={problem ?? numberProblem(compare.error, "bvn") ?? numberProblem(link.error, "bvn")}
        onInput={forget}
      />
      <div>
        <Button type="submit" variant={found ? "plain" : "primary"} isBusy={compare.isPending}>
          {texts.lookUpAndCompare}
        </Button>
      </div>
      {compare.error !== null && numberProblem(compare.error, "bvn") === undefined && (
        <IdentityProblem error={compare.error} title={texts.theLookupDidNot} />
      )}
      {found && <Comparison found={found} customer={customer} isSandbox={session.mode === "SANDBOX"} />}
      {found?.match && (
        <div>
          <Button variant="primary" icon={CircleCheck} isBusy={link.isPending} onClick={() => void confirm()}>
            {texts.linkBvn}
          </Button>
        </div>
      )}
      {link.error !== null && numberProblem(link.error, "bvn") === undefined && (
        <IdentityProblem error={link.error} title={texts.theBvnWasNot} />
      )}
      {hasFailed && <FailedCheck label="BVN" />}
    </form>
  );
}

type ComparisonProps = { found: BvnComparison; customer: Customer | undefined; isSandbox: boolean };

function Comparison({ found, customer, isSandbox }: ComparisonProps) {
  const rows = [
    [texts.firstName, customer?.firstName, found.firstName],
    [texts.lastName, customer?.lastName, found.lastName],
    [texts.dateOfBirth, customer?.dateOfBirth, found.dateOfBirth],
    [texts.phone, customer && formatPhone(customer.phoneNumber), formatPhone(found.phoneNumber)],
  ] as const;
  return (
    <div className="grid gap-3">
      <table className="w-full table-fixed text-left [&_td]:break-words [&_td]:py-1.5 [&_td]:pr-3 [&_th]:py-1.5 [&_th]:pr-3 [&_tr]:border-b">
        <caption className="sr-only">{texts.onRecordAndIn}</caption>
        <thead className="text-fg-3 text-xs [&_th]:font-medium">
          <tr>
            <th scope="col" className="w-1/4">
              <span className="sr-only">{texts.field}</span>
            </th>
            <th scope="col">{texts.onRecord}</th>
            <th scope="col">{texts.registry}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, own, theirs]) => (
            <tr key={name}>
              <th scope="row" className="font-normal text-fg-2">
                {name}
              </th>
              <td>{own ?? "…"}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isSandbox && <p className="text-fg-3 text-xs">{texts.sandboxTheRegistryInvents}</p>}
      {found.match ? (
        <Callout role="status" tone="ok" icon={CircleCheck} title={texts.itMatchesScoreOf(found.score)}>
          <p>{texts.theRegistrySaysThat}</p>
        </Callout>
      ) : (
        <Callout role="status" tone="bad" icon={ShieldAlert} title={texts.itDoesNotMatch(found.score)}>
          <p>{texts.linkingItWouldFail}</p>
        </Callout>
      )}
    </div>
  );
}
