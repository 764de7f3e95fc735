"use client";

import "./globals.css";
import { PageProblem } from "../components/layout/page-problem.tsx";

type GlobalErrorProps = { error: Error & { digest?: string }; reset: () => void };

export default function GlobalError(props: GlobalErrorProps) {
  return (
    <html lang="en-NG">
      <body>
        <title>Something went wrong · Merchant wallets</title>
        <main>
          <PageProblem {...props} />
        </main>
      </body>
    </html>
  );
}
