import { texts } from "./texts.ts";

/**
 * Runs before the first paint: applies the chosen theme and row height, and the nonce for the style sheet that Radix
 * adds when a dialog opens, which the Content-Security-Policy would otherwise block.
 */
const SCRIPT = texts.functionVarRootDocument;

export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file.
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
  );
}
