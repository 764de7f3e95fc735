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
      setProblem("Enter exactly 11 digits.");
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
    onReport(flags.isBVNVerified ? "BVN linked." : "The check failed. The wallet is frozen.");
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
          Look up and compare
        </Button>
      </div>
      {compare.error !== null && numberProblem(compare.error, "bvn") === undefined && (
        <IdentityProblem error={compare.error} title="The lookup did not work" />
      )}
      {found && <Comparison found={found} customer={customer} isSandbox={session.mode === "SANDBOX"} />}
      {found?.match && (
        <div>
          <Button variant="primary" icon={CircleCheck} isBusy={link.isPending} onClick={() => void confirm()}>
            Link BVN
          </Button>
        </div>
      )}
      {link.error !== null && numberProblem(link.error, "bvn") === undefined && (
        <IdentityProblem error={link.error} title="The BVN was not linked" />
      )}
      {hasFailed && <FailedCheck label="BVN" />}
    </form>
  );
}

type ComparisonProps = { found: BvnComparison; customer: Customer | undefined; isSandbox: boolean };

function Comparison({ found, customer, isSandbox }: ComparisonProps) {
  const rows = [
    ["First name", customer?.firstName, found.firstName],
    ["Last name", customer?.lastName, found.lastName],
    ["Date of birth", customer?.dateOfBirth, found.dateOfBirth],
    ["Phone", customer && formatPhone(customer.phoneNumber), formatPhone(found.phoneNumber)],
  ] as const;
  return (
    <div className="grid gap-3">
      <table className="w-full table-fixed text-left [&_td]:break-words [&_td]:py-1.5 [&_td]:pr-3 [&_th]:py-1.5 [&_th]:pr-3 [&_tr]:border-b">
        <caption className="sr-only">On record and in the registry</caption>
        <thead className="text-fg-3 text-xs [&_th]:font-medium">
          <tr>
            <th scope="col" className="w-1/4">
              <span className="sr-only">Field</span>
            </th>
            <th scope="col">On record</th>
            <th scope="col">Registry</th>
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
      {isSandbox && (
        <p className="text-fg-3 text-xs">
          Sandbox: the registry invents the person, and says that they match, but for numbers ending in 00, 01 and 02.
        </p>
      )}
      {found.match ? (
        <Callout role="status" tone="ok" icon={CircleCheck} title={`It matches: ${found.score} of 100`}>
          <p>The registry says that this BVN is the customer’s.</p>
        </Callout>
      ) : (
        <Callout role="status" tone="bad" icon={ShieldAlert} title={`It does not match: ${found.score} of 100`}>
          <p>
            Linking it would fail the check and freeze the wallet, so it is not offered. Correct the customer’s record,
            or ask for the right BVN.
          </p>
        </Callout>
      )}
    </div>
  );
}
