"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock, UserRoundPen } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import type { Customer } from "../../../contract/customers.ts";
import { customerQuery } from "../../../lib/api/customers.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatPhone } from "../../../lib/format/names.ts";
import { refusalOf } from "../../../lib/permissions.ts";
import { usePreload } from "../../layout/hooks/use-preload.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { Email } from "../page/wallet-facts.tsx";
import { texts } from "./texts.ts";

const loadForm = () => import("./customer-form.tsx").then((module) => module.CustomerForm);
// Most visitors change nothing: the form loads with the tab, not with the page.
const CustomerForm = dynamic(loadForm, { ssr: false, loading: () => <LoadingFacts /> });

/** The wallet's owner as recorded, with an edit form for users with the permission. Dashboard 2.5. */
export function CustomerTab({ customerId }: { customerId: string }) {
  const session = useSession();
  const read = useQuery(customerQuery(session, customerId));
  const isLoading = useSteadyLoading(read.isPending);
  const [stage, setStage] = useState<"record" | "form" | "back">("record");
  usePreload(loadForm);
  if (isLoading) return <LoadingFacts />;
  if (!read.data) {
    return <LoadProblem what={texts.theCustomer} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (stage === "form") return <CustomerForm customer={read.data} onEnd={() => setStage("back")} />;
  return <CustomerRecord customer={read.data} isBack={stage === "back"} onEdit={() => setStage("form")} />;
}

/** `isBack`: returned from the form, so its button takes the focus. */
type CustomerRecordProps = { customer: Customer; isBack: boolean; onEdit: () => void };

function CustomerRecord({ customer, isBack, onEdit }: CustomerRecordProps) {
  const id = useId();
  const refusal = refusalOf(useSession(), "updateCustomer");
  const { BVNFirstName, BVNLastName, nameMatch } = customer;
  const bankName = [BVNFirstName, BVNLastName].filter(Boolean).join(" ");
  return (
    <div className="grid max-w-form gap-4 py-3">
      <Facts>
        <Fact name={texts.firstName}>{customer.firstName}</Fact>
        <Fact name={texts.lastName}>{customer.lastName}</Fact>
        <Fact name={texts.dateOfBirth}>{customer.dateOfBirth}</Fact>
        <Fact name={texts.phone}>
          <span className="whitespace-nowrap">{formatPhone(customer.phoneNumber)}</span>
        </Fact>
        <Fact name={texts.eMail}>
          <Email address={customer.email} />
        </Fact>
        <Fact name={texts.address}>{customer.address ?? <span className="text-fg-2">{texts.noneOnRecord}</span>}</Fact>
        <Fact name={texts.nameAtTheBank}>
          {bankName === "" ? <span className="text-fg-2">{texts.noBvnLinked}</span> : bankName}
          {nameMatch === false && <span className="text-wait text-xs">{texts.differs}</span>}
        </Fact>
        <Fact name={texts.changed}>
          <When at={customer.updatedAt} isLong />
        </Fact>
      </Facts>
      <div className="grid justify-items-start gap-2">
        <Button
          icon={refusal === null ? UserRoundPen : Lock}
          isBlocked={refusal !== null}
          aria-describedby={refusal === null ? undefined : id}
          autoFocus={isBack}
          onClick={onEdit}
        >
          {texts.editCustomer}
        </Button>
        {refusal !== null && (
          <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs">
            <Icon of={Lock} size={12} className="mt-0.5" />
            {refusal}
          </p>
        )}
      </div>
    </div>
  );
}

function LoadingFacts() {
  return (
    <div className="max-w-form animate-late py-3" aria-busy="true">
      <LoadingNote>{texts.loadingTheCustomer}</LoadingNote>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity.
        <div key={index} className="flex h-row items-center justify-between border-b">
          <Skeleton className="w-24" />
          <Skeleton className="w-32" />
        </div>
      ))}
    </div>
  );
}
