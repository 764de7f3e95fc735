import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { ThemeScript } from "../components/layout/shell/theme-script.tsx";
import "./globals.css";
import { ICON_ADDRESS } from "../lib/icon-address.ts";

const inter = localFont({ src: "./fonts/inter.woff2", variable: "--font-inter", weight: "400 600", display: "swap" });

export const metadata: Metadata = {
  title: { default: "Merchant wallets", template: "%s · Merchant wallets" },
  robots: { index: false, follow: false },
  icons: ICON_ADDRESS,
};
export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    // A script sets the theme's class before React hydrates the page.
    <html lang="en-NG" className={inter.variable} suppressHydrationWarning>
      <head>
        <ThemeScript nonce={nonce} />
      </head>
      <body>{children}</body>
    </html>
  );
}
