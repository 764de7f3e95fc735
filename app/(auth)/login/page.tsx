import type { Metadata } from "next";
import { AuthHead } from "../../../components/auth/auth-head.tsx";
import { SignIn } from "../../../components/auth/sign-in.tsx";
import { safeReturnPath } from "../../../lib/api/return-path.ts";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ return_to?: string | string[] }> };

export default async function LoginPage({ searchParams }: Props) {
  const { return_to: wanted } = await searchParams;
  return (
    <>
      <AuthHead title="Sign in">to your merchant account</AuthHead>
      <SignIn returnTo={safeReturnPath(typeof wanted === "string" ? wanted : undefined)} />
    </>
  );
}
