"use client";

import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { Customer } from "../../../contract/customers.ts";
import { useUpdateCustomer } from "../../../lib/api/customers.ts";
import { problemOfField, problemText } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { draftKey, useDraft } from "../../layout/hooks/use-draft.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { PERSON_TEXTS, PersonForm } from "../create/create-wallet-rules.ts";
import { changesOf, formOf } from "./customer-rules.ts";
import { texts } from "./texts.ts";

const resolver = contractResolver(PersonForm, PERSON_TEXTS);

/** Edits name, phone number and address. The draft survives a reload. Nothing is sent if nothing changed. */
export function CustomerForm({ customer, onEnd }: { customer: Customer; onEnd: () => void }) {
  const session = useSession();
  const { draft, keep, drop } = useDraft(draftKey(session, `customer:${customer.id}`), formOf(customer));
  const { register, handleSubmit, formState, setFocus, subscribe } = useForm({
    resolver,
    defaultValues: draft,
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  );
  useEffect(() => setFocus("firstName"), [setFocus]);
  const update = useUpdateCustomer(customer.id);
  const isOnline = useOnline();
  const end = () => {
    drop();
    onEnd();
  };
  const submit = handleSubmit((form) => {
    const changes = changesOf(customer, form);
    if (Object.keys(changes).length === 0) return end();
    if (!isOnline || update.isPending) return;
    update.mutate(changes, {
      onSuccess: () => {
        end();
        showToast({ title: texts.customerChanged });
      },
    });
  });
  const problem = (name: keyof PersonForm) => formState.errors[name]?.message ?? problemOfField(update.error, name);
  return (
    <form onSubmit={submit} noValidate className="grid max-w-form gap-5 py-5">
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-4">
        <Field label={texts.firstName} error={problem("firstName")}>
          {(field) => <Input {...field} {...register("firstName")} maxLength={200} />}
        </Field>
        <Field label={texts.lastName} error={problem("lastName")}>
          {(field) => <Input {...field} {...register("lastName")} maxLength={200} />}
        </Field>
      </div>
      <Field label={texts.phoneNumber} error={problem("phoneNumber")} hint={texts.aNewNumberHas}>
        {(field) => <Input {...field} {...register("phoneNumber")} type="tel" inputMode="tel" maxLength={60} />}
      </Field>
      <Field label={texts.address} error={problem("address")} hint={texts.optional}>
        {(field) => <Textarea {...field} {...register("address")} rows={2} className="min-h-0" />}
      </Field>
      {update.isError && (
        <WriteProblem title={texts.theCustomerWasNot} lost={problemText(update.error)} error={update.error} />
      )}
      <div className="flex gap-2 max-md:[&>*]:flex-1">
        <Button type="submit" variant="primary" isBusy={update.isPending} isBlocked={!isOnline}>
          {texts.saveCustomer}
        </Button>
        <Button onClick={end}>{texts.cancel}</Button>
      </div>
    </form>
  );
}
