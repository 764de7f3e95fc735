import { join } from "node:path";
import { ROOT, readSources } from "./sources.ts";

/** A catalogue by its path, with each string in the order of the file; parameters of a function stand as `{name}`. */
export type Catalogue = { path: string; texts: string[] };

type Entry = string | ((...parts: string[]) => unknown) | { [key: string]: Entry } | Entry[];

/** Loads all catalogues of the dashboard. */
export async function listTexts(): Promise<Catalogue[]> {
  const paths = readSources(["{app,components,lib}/**/texts.ts"]).map(({ path }) => path);
  return Promise.all(
    paths.map(async (path) => {
      const { texts }: { texts: Entry } = await import(join(ROOT, path));
      return { path, texts: stringsOf(texts) };
    }),
  );
}

function stringsOf(entry: Entry): string[] {
  if (typeof entry === "string") return [entry];
  if (typeof entry === "function") return [String(entry(...parametersOf(entry).map((name) => `{${name}}`)))];
  return Object.values(entry).flatMap(stringsOf);
}

function parametersOf(text: (...parts: string[]) => unknown): string[] {
  const list = /^\(?([^)=]*)\)?\s*=>/.exec(text.toString())?.[1] ?? "";
  return list.split(",").flatMap((part) => /\w+/.exec(part)?.[0] ?? []);
}

/** The page `docs/texts.md`: all strings by noun and folder, so that one person can read them in an hour. */
export function describeTexts(catalogues: Catalogue[]): string {
  const count = catalogues.reduce((sum, { texts }) => sum + texts.length, 0);
  const lines = [
    "# Texts of the dashboard",
    "",
    `Written by \`npm run texts\` from the ${catalogues.length} catalogues \`texts.ts\`: ${count} strings. \`{name}\` stands for a value.`,
    "Messages of the service are in `contract/errors.ts` and `contract/texts`, mails in `service/domain/messages`.",
  ];
  for (const { path, texts } of catalogues) {
    lines.push("", `## ${path.replace(/\/texts\.ts$/, "")}`, "");
    for (const text of texts)
      lines.push(
        `- ${text
          .trim()
          .replaceAll(/\s*\n\s*/g, " ⏎ ")
          .replaceAll(/[`*_<>[\]#|]/g, "\\$&")}`,
      );
  }
  return `${lines.join("\n")}\n`;
}
