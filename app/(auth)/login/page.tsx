import type { Metadata } from "next";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { SignIn } from "../../../components/auth/sign-in.tsx";
import { safeReturnPath } from "../../../lib/api/return-path.ts";
import { texts } from "../texts.ts";

export const metadata: Metadata = { title: texts.signIn };

type Props = { searchParams: Promise<{ return_to?: string | string[] }> };

export default async function LoginPage({ searchParams }: Props) {
  const { return_to: wanted } = await searchParams;
  return (
    <>
      <AuthHead title={texts.signIn}>{texts.toYourMerchantAccount}</AuthHead>
      <SignIn returnTo={safeReturnPath(typeof wanted === "string" ? wanted : undefined)} />
    </>
  );
}
