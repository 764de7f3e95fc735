"use client";

import { PlainProblem, type PlainProblemProps } from "../components/layout/page/plain-problem.tsx";
import "./globals.css";
import { texts } from "./texts.ts";

/** Replaces the root layout when it, or the frame of a page, throws. */
export default function GlobalError(props: PlainProblemProps) {
  // The theme and the font of the page that failed.
  const className = typeof document === "undefined" ? "" : document.documentElement.className;
  return (
    <html lang="en-NG" className={className} suppressHydrationWarning>
      <body>
        <title>{texts.somethingWentWrongMerchant}</title>
        <PlainProblem {...props} />
      </body>
    </html>
  );
}
