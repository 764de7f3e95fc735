"use client";

import { CircleAlert } from "lucide-react";
import type { FormEventHandler, ReactNode } from "react";
import { useHydrated } from "../layout/hooks/use-hydrated.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Link } from "../ui/link.tsx";

type AuthFormProps = {
  /** The button's text: verb and object. */
  action: string;
  isBusy: boolean;
  /** An error that belongs to no field, and its title. */
  problem?: string | undefined;
  problemTitle: string;
  onSubmit: FormEventHandler;
  children: ReactNode;
};

/** The frame of a form before sign-in: fields, error and one button. */
export function AuthForm({ action, isBusy, problem, problemTitle, onSubmit, children }: AuthFormProps) {
  const isHydrated = useHydrated();
  return (
    // `post` and the disabled button keep the password out of the address if the form is sent before hydration.
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      {problem !== undefined && (
        <Callout role="alert" tone="bad" icon={CircleAlert} title={problemTitle}>
          <p>{problem}</p>
        </Callout>
      )}
      {children}
      <Button type="submit" variant="primary" className="mt-1 w-full" disabled={!isHydrated} isBusy={isBusy}>
        {action}
      </Button>
    </form>
  );
}

/** A link to another page before sign-in. */
export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-small font-medium text-accent underline underline-offset-4">
      {children}
    </Link>
  );
}
