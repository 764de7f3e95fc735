"use client";

import { Controller, useWatch } from "react-hook-form";
import { DayText } from "../../ui/day-text.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import type { CreateForm } from "./create-wallet-rules.ts";
import { texts } from "./texts.ts";

const optional = <span className="text-fg-3 text-xs">{texts.optional}</span>;

/** The customer's personal data. */
export function CreateWalletFields({ form: { register, control, formState } }: { form: CreateForm }) {
  const { errors } = formState;
  return (
    <>
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-4">
        <Field label={texts.firstName} error={errors.firstName?.message}>
          {(field) => <Input {...field} {...register("firstName")} maxLength={200} />}
        </Field>
        <Field label={texts.lastName} error={errors.lastName?.message}>
          {(field) => <Input {...field} {...register("lastName")} maxLength={200} />}
        </Field>
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-4">
        <Field label={texts.phoneNumber} error={errors.phoneNumber?.message} hint={texts.as08012345678}>
          {(field) => <Input {...field} {...register("phoneNumber")} type="tel" inputMode="tel" maxLength={60} />}
        </Field>
        <Field label={texts.dateOfBirth} error={errors.dateOfBirth?.message} hint={texts.asTheBankOr}>
          {(field) => (
            <Controller
              control={control}
              name="dateOfBirth"
              render={({ field: { ref, name, value, onChange, onBlur } }) => (
                <DayText
                  {...field}
                  {...{ ref, name, value, onBlur }}
                  min="1900-01-01"
                  keepsText
                  onDay={(day) => onChange(day ?? "")}
                />
              )}
            />
          )}
        </Field>
      </div>
      <Field label={texts.eMail} error={errors.email?.message} aside={optional}>
        {(field) => <Input {...field} {...register("email")} type="email" inputMode="email" maxLength={300} />}
      </Field>
      <Field label={texts.address} error={errors.address?.message} aside={optional}>
        {(field) => <Textarea {...field} {...register("address")} rows={2} className="min-h-0" />}
      </Field>
    </>
  );
}

const DOCUMENTS = ["bvn", "nin"] as const;
const names = { bvn: "BVN", nin: "NIN" } as const;

/** BVN or NIN. The digits exist only in the input: in no draft, cache or address. */
export function IdentityFields({ form, isFixed }: { form: CreateForm; isFixed: boolean }) {
  const { register, control, formState } = form;
  const document = useWatch({ control, name: "document" }) === "nin" ? "nin" : "bvn";
  return (
    <div className="grid gap-3">
      <div inert={isFixed}>
        <RadioChips
          legend={texts.identity}
          options={DOCUMENTS}
          label={(option) => names[option]}
          control={(option) => ({ ...register("document"), defaultChecked: option === document })}
        />
      </div>
      <Field
        label={texts.namesNumber(names[document])}
        error={formState.errors.digits?.message}
        hint={texts.n11DigitsChecked}
      >
        {(field) => (
          <Input
            {...field}
            {...register("digits")}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={11}
            className="font-mono"
          />
        )}
      </Field>
    </div>
  );
}
