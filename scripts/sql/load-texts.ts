import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { type Choose, Unseen } from "./variants.ts";

const MARK = "?sql-texts";
const EXPORTED = "sqlTexts__";

/** Computes the text of a statement in one variant. */
export type TextOf = (choose: Choose, unseen: (name: string) => unknown) => unknown;

/**
 * Loads the module of `file` again, from `source` with appended functions that compute each of `codes`. The functions
 * see all declarations of the module.
 */
export async function loadTexts(file: string, source: string, codes: readonly string[]): Promise<TextOf[]> {
  const functions = codes.map((code) => `(choose: any, unseen: any): any => (${code})`).join(",\n");
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier.endsWith(MARK) ? { url: specifier, shortCircuit: true } : next(specifier, context),
    load: (url, context, next) =>
      url.endsWith(MARK)
        ? {
            format: "module-typescript",
            source: `${source}\nexport const ${EXPORTED} = [\n${functions}\n];\n`,
            shortCircuit: true,
          }
        : next(url, context),
  });
  try {
    const module = await import(`${pathToFileURL(file).href}${MARK}`);
    return module[EXPORTED] as TextOf[];
  } finally {
    hooks.deregister();
  }
}

/** Represents a value that a caller passes. Reading it or converting it to text throws. */
export function unseen(name: string): unknown {
  const fail = () => {
    throw new Unseen(`"${name}"`);
  };
  return new Proxy(Object.create(null), { get: fail, ownKeys: fail, has: fail });
}
