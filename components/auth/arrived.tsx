"use client";

import { CircleCheck } from "lucide-react";
import { Callout } from "../ui/callout.tsx";
import { LoginForm } from "./login-form.tsx";
import type { Newcomer } from "./newcomer.ts";
import { enter } from "./use-arrival.ts";

type ArrivedProps = { title: string; text: string; start: Partial<Newcomer> };

/** Everything is done except signing in. */
export function Arrived({ title, text, start }: ArrivedProps) {
  return (
    <>
      <Callout role="status" tone="ok" icon={CircleCheck} title={title}>
        <p>{text}</p>
      </Callout>
      <LoginForm start={start} onSignedIn={enter} />
    </>
  );
}
