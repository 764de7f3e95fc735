import { join, relative } from "node:path";
import type pg from "pg";
import type { FileSystem } from "typescript/unstable/fs";
import { API, type Project } from "typescript/unstable/sync";
import type { Problem } from "../sources.ts";
import { readCatalog } from "./catalog.ts";
import { type Checked, checkStatement, type Setting } from "./check-statement.ts";
import { readWireTypes } from "./compare.ts";
import { isUtility } from "./describe-statement.ts";
import { foldText } from "./fold-text.ts";
import { loadTexts, type TextOf } from "./load-texts.ts";
import { runSamples, type Sample } from "./run-samples.ts";
import { Scope } from "./scope.ts";
import { findSites } from "./sites.ts";

export type SqlCheckOptions = {
  /** A connection to a migrated database. */
  db: pg.PoolClient;
  root: string;
  /** Selects files of service/tsconfig.json by path. */
  isChecked: (path: string) => boolean;
  samples: readonly Sample[];
  /** Files with statements that cannot be compared with a schema, each with the reason. */
  unchecked: Readonly<Record<string, string>>;
  /** Replaces files on the disk, for tests. */
  fs?: FileSystem;
};
/** `variants`: compared texts; `sampled`: statements compared through the texts that samples ran. */
export type SqlCheck = {
  problems: Problem[];
  /** Each compared text once, in order. */
  texts: string[];
  counts: { statements: number; variants: number; sampled: number; unchecked: number };
};

/**
 * Compares the statements of files with the schema: columns with their types and nulls, and values with their
 * parameters.
 */
export async function checkFiles(options: SqlCheckOptions): Promise<SqlCheck> {
  const { db, root, fs } = options;
  const api = new API({ cwd: root, ...(fs && { fs }) });
  try {
    const [project] = api.updateSnapshot({ openProject: join(root, "service", "tsconfig.json") }).getProjects();
    if (!project) throw new Error("service/tsconfig.json could not be opened");
    const { program, checker } = project;
    const setting: Setting = {
      db,
      catalog: await readCatalog(db),
      checker,
      wire: readWireTypes(program, checker, join(root, "scripts", "sql", "wire-types.ts")),
      ran: await runSamples(db, options.samples, root),
    };
    const found: Found[] = [];
    for (const file of program.getSourceFileNames()) {
      const path = relative(root, file).replaceAll("\\", "/");
      if (options.isChecked(path)) found.push(...(await checkFile(setting, project, file, path)));
    }
    return summarise(found, options.unchecked);
  } finally {
    api.close();
  }
}

type Found = Checked & { path: string; line: number };

async function checkFile(
  setting: Setting,
  { program, checker }: Project,
  file: string,
  path: string,
): Promise<Found[]> {
  const source = program.getSourceFile(file);
  const sites = source ? findSites(source, path, checker) : [];
  if (!source || sites.length === 0) return [];
  const scope = new Scope(source, checker);
  const codes = sites.map((site) => foldText(scope, site.text));
  const texts = await loadTexts(file, source.text, codes);
  const found: Found[] = [];
  for (const [index, site] of sites.entries()) {
    const checked = await checkStatement(setting, scope, site, texts[index] as TextOf);
    found.push({ path, line: site.line, ...checked });
  }
  return found;
}

function summarise(found: readonly Found[], unchecked: Readonly<Record<string, string>>): SqlCheck {
  const excused = found.filter(({ by, path }) => by === "nothing" && unchecked[path] !== undefined);
  const stale = Object.keys(unchecked).filter((path) => !excused.some((one) => one.path === path));
  return {
    problems: [
      ...found
        .filter((one) => !excused.includes(one))
        .flatMap(({ path, line, problems }) => problems.map((message) => ({ path, line, message }))),
      ...stale.map((path) => ({ path, line: 1, message: "is listed as unchecked, but needs not be: remove the line" })),
    ],
    texts: [...new Set(found.flatMap(({ texts }) => texts))].filter((text) => !isUtility(text)).sort(),
    counts: {
      statements: found.length,
      variants: found.reduce((sum, { texts }) => sum + texts.length, 0),
      sampled: found.filter(({ by }) => by === "samples").length,
      unchecked: excused.length,
    },
  };
}
