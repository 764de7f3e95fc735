"use client";

import { PlainProblem, type PlainProblemProps } from "../components/layout/page/plain-problem.tsx";
import "./globals.css";
import { texts } from "./texts.ts";

/** Replaces the root layout when it throws. */
export default function GlobalError(props: PlainProblemProps) {
  return (
    <html lang="en-NG">
      <body>
        <title>{texts.somethingWentWrongMerchant}</title>
        <PlainProblem {...props} />
      </body>
    </html>
  );
}
