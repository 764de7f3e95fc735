import { Wallet } from "lucide-react";
import type { Metadata } from "next";
import { SignIn } from "../../../components/auth/sign-in.tsx";
import { ThemeButton } from "../../../components/layout/theme-button.tsx";
import { Icon } from "../../../components/ui/icon.tsx";
import { ownPath } from "../../../lib/api/return-path.ts";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ return_to?: string | string[] }> };

export default async function LoginPage({ searchParams }: Props) {
  const { return_to: wanted } = await searchParams;
  return (
    <div className="grid min-h-dvh bg-page md:p-2">
      <div className="grid grid-rows-[auto_1fr_auto] bg-panel p-pad md:rounded-panel md:border">
        <header className="flex items-center gap-2.5 font-semibold">
          <span className="grid size-7 place-items-center rounded-control bg-fg text-panel">
            <Icon of={Wallet} />
          </span>
          Merchant wallets
        </header>
        <main className="m-auto grid w-full max-w-[360px] gap-5 pt-8 pb-24">
          <div>
            <h1 className="font-semibold text-xl">Sign in</h1>
            <p className="mt-1 text-fg-2">to your merchant account</p>
          </div>
          <SignIn returnTo={ownPath(typeof wanted === "string" ? wanted : undefined)} />
        </main>
        <footer className="flex items-center justify-between gap-4 text-fg-2 text-xs">
          You are signed out after 30 minutes without input.
          <ThemeButton />
        </footer>
      </div>
    </div>
  );
}
