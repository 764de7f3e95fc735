type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Parses JSON with each number as the text that was received. Gateways send identifiers of 30 digits and account numbers without
 * quotes, and a JavaScript number would lose their digits. Undefined for text that is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const keepText: Reviver = (_key, value, context) => (typeof value === "number" ? (context?.source ?? value) : value);
  try {
    return JSON.parse(text, keepText as Parameters<typeof JSON.parse>[1]);
  } catch {
    return undefined;
  }
}
